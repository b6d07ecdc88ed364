//! Dividing combat damage with plus and minus, with the rules' verdict on the current division
//! (CR 510.1).

use egui::{RichText, Ui};
use retrace_core::fact::{Domain, Entity, Share};

use super::super::action::{Action, Actions};
use super::super::draft::{Draft, DraftEdit};
use super::super::words;
use super::option::key_of;
use super::{Asked, amount_ui};

/// Draws each source with its recipients.
pub(super) fn divide_ui(ui: &mut Ui, asked: Asked<'_>, out: &mut Actions) {
    let (Domain::Divide(shares), Draft::Divide(division)) = (&asked.choice.domain, asked.draft) else { return };
    let mut first = 0;
    for share in shares {
        let parts = division.iter().find(|(source, _)| *source == share.source).map(|(_, parts)| parts.as_slice());
        share_ui(ui, asked, share, first, parts.unwrap_or(&[]), out);
        first += share.among.len();
    }
}

/// One source. Its recipients are numbered from `first`.
fn share_ui(ui: &mut Ui, asked: Asked<'_>, share: &Share, first: usize, parts: &[(Entity, u32)], out: &mut Actions) {
    let cx = asked.cx;
    let game = cx.game();
    let amount = |to: Entity| parts.iter().find(|(other, _)| *other == to).map_or(0, |(_, amount)| *amount);
    let given: u32 = parts.iter().map(|(_, amount)| *amount).fold(0, u32::saturating_add);
    ui.horizontal_wrapped(|ui| {
        let name = words::entity_with_id(game, Entity::Object(share.source));
        ui.label(RichText::new(format!("{name} assigns {}", share.total)).strong().color(cx.tokens.text_strong));
        let left = i64::from(share.total) - i64::from(given);
        let text = match left {
            0 => "all of it assigned".to_owned(),
            n if n > 0 => format!("{n} left to assign"),
            n => format!("{} too many", -n),
        };
        ui.label(RichText::new(text).color(if left == 0 { cx.tokens.good } else { cx.tokens.warn }));
        if share.deathtouch {
            ui.label(RichText::new("deathtouch: 1 is lethal (CR 702.2c)").small().color(cx.tokens.text_weak));
        }
    });
    for (place, to) in share.among.iter().enumerate() {
        ui.horizontal(|ui| {
            let name = words::entity_with_id(game, *to);
            let source = game.name_of(share.source);
            let key = key_of(cx, first + place).unwrap_or_else(|| " ".to_owned());
            ui.label(RichText::new(key).monospace().small().color(cx.tokens.text_weak));
            let now = amount(*to);
            if let Some(amount) = amount_ui(ui, now, 0, share.total, &format!("{name} from {source}")) {
                out.push(Action::Draft(DraftEdit::Assign { source: share.source, to: *to, amount }));
            }
            ui.label(RichText::new(format!("{}. {name}", place + 1)).color(cx.tokens.text_strong));
            let lethal = match share.lethal.get(place).copied().flatten() {
                Some(lethal) if now >= lethal => format!("lethal is {lethal}: reached"),
                Some(lethal) => format!("lethal is {lethal}"),
                None => "any amount".to_owned(),
            };
            ui.label(RichText::new(lethal).color(cx.tokens.text_weak));
        });
    }
}
