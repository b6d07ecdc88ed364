//! Playing by hand on the board: what a click on an object begins, and what comes of dragging it.

use retrace_core::fact::{Act, Answer, Domain, Entity, Item, ObjectId, Prompt};
use retrace_core::rules::{Outlook, outlook};

use super::action::{Action, Actions};
use super::choice::is_mana;
use super::draft::{DraftEdit, is_one_click};
use super::view::Cx;
use super::words;

/// What a player may begin with an object at the current choice, what can be completed first, mana
/// abilities last.
pub(crate) fn acts(cx: Cx<'_>, id: ObjectId) -> Vec<Item> {
    let Some((choice, _)) = cx.choice().filter(|(choice, _)| is_one_click(choice)) else { return Vec::new() };
    let Domain::Pick { options, .. } = &choice.domain else { return Vec::new() };
    let mut acts: Vec<Item> = options.iter().filter(|item| words::about(item) == Some(id)).cloned().collect();
    acts.sort_by_key(|item| match item {
        Item::Act(act) if is_mana(cx.game(), act) => 2,
        Item::Act(act) => u8::from(outlook(cx.game(), choice.player, act) != Outlook::Ready),
        _ => 0,
    });
    acts
}

/// The first thing, other than making mana, that can be begun with an object and completed.
pub(crate) fn first_act(cx: Cx<'_>, id: ObjectId) -> Option<Item> {
    let (choice, _) = cx.choice()?;
    let ready = |act: &Act| !is_mana(cx.game(), act) && outlook(cx.game(), choice.player, act) == Outlook::Ready;
    acts(cx, id).into_iter().find(|item| matches!(item, Item::Act(act) if ready(act)))
}

/// Whether an object can be dragged: to attack or block, or to begin something with it.
pub(crate) fn may_drag(cx: Cx<'_>, id: ObjectId) -> bool {
    match cx.choice() {
        Some((choice, _)) => match &choice.domain {
            Domain::Declare { options } => options.iter().any(|option| option.object == id),
            _ => first_act(cx, id).is_some(),
        },
        None => false,
    }
}

/// What a click on an object begins. In the past it would fork, so there a click only selects.
pub(crate) fn clicked(cx: Cx<'_>, id: ObjectId, out: &mut Actions) {
    let priority = cx.choice().is_some_and(|(choice, _)| choice.prompt == Prompt::Priority);
    if priority && cx.session.at_head() {
        out.extend(first_act(cx, id).map(|item| Action::Answer(Answer::Picked(vec![item]))));
    }
}

/// What comes of dropping an object onto something, or onto nothing in particular: it attacks or
/// blocks that, or what can be begun with it is begun, with that as its target.
pub(crate) fn dropped(cx: Cx<'_>, id: ObjectId, onto: Option<Entity>, out: &mut Actions) {
    let Some((choice, draft)) = cx.choice() else { return };
    if let Domain::Declare { .. } = choice.domain {
        out.extend(onto.and_then(|to| DraftEdit::dropped(choice, draft, id, to)).map(Action::Draft));
        return;
    }
    let Some(item) = first_act(cx, id).filter(|_| onto != Some(Entity::Object(id))) else { return };
    out.push(Action::AnswerAt(Answer::Picked(vec![item]), onto));
}
