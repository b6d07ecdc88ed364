//! The style of egui's own widgets, made from the tokens.

use egui::style::{Selection, WidgetVisuals, Widgets};
use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals};

use super::tokens::{self, Tokens};

/// Sets the fonts of a context, and the style of its dark and its light theme.
pub(crate) fn install(ctx: &egui::Context) {
    // Only the monospaced font has arrows and triangles, so proportional text takes them from it.
    let mut fonts = egui::FontDefinitions::default();
    let monospaced = fonts.families.get(&FontFamily::Monospace).cloned().unwrap_or_default();
    if let Some(family) = fonts.families.get_mut(&FontFamily::Proportional) {
        family.extend(monospaced.into_iter().filter(|font| !font.is_empty()));
        let mut seen = Vec::new();
        family.retain(|font| {
            !seen.contains(font) && {
                seen.push(font.clone());
                true
            }
        });
    }
    ctx.set_fonts(fonts);
    for theme in [Theme::Dark, Theme::Light] {
        let tokens = Tokens::for_theme(theme == Theme::Dark);
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(theme, tokens);
            let proportional = |size_pt| FontId::new(size_pt, FontFamily::Proportional);
            style.text_styles = [
                (TextStyle::Small, proportional(tokens::TEXT_SMALL_PT)),
                (TextStyle::Body, proportional(tokens::TEXT_PT)),
                (TextStyle::Button, proportional(tokens::TEXT_PT)),
                (TextStyle::Heading, proportional(tokens::TEXT_HEADING_PT)),
                (TextStyle::Monospace, FontId::new(tokens::TEXT_PT - 1.0, FontFamily::Monospace)),
            ]
            .into();
            style.spacing.item_spacing = egui::vec2(6.0, 4.0);
            style.spacing.button_padding = egui::vec2(8.0, 2.0);
            style.spacing.interact_size.y = 22.0;
            style.spacing.menu_width = 240.0;
            // A debugger responds at once.
            style.animation_time = 0.0;
            style.scroll_animation = egui::style::ScrollAnimation::none();
            style.interaction.tooltip_delay = 0.35;
        });
    }
}

fn visuals(theme: Theme, tokens: &Tokens) -> Visuals {
    let mut visuals = if theme == Theme::Dark { Visuals::dark() } else { Visuals::light() };
    let radius = CornerRadius::same(tokens::CONTROL_RADIUS_PT);
    let widget = |fill: Color32, line: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: radius,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    visuals.widgets = Widgets {
        noninteractive: widget(tokens.panel, tokens.line, tokens.text),
        inactive: widget(tokens.raised, tokens.line, tokens.text),
        hovered: widget(tokens.raised_hover, tokens.line_strong, tokens.text_strong),
        active: widget(tokens.raised_active, tokens.accent, tokens.text_strong),
        open: widget(tokens.raised_active, tokens.line_strong, tokens.text_strong),
    };
    visuals.selection = Selection { bg_fill: tokens.accent_surface, stroke: Stroke::new(1.5, tokens.accent) };
    visuals.weak_text_color = Some(tokens.text_weak);
    visuals.hyperlink_color = tokens.accent;
    visuals.faint_bg_color = tokens.stripe;
    visuals.extreme_bg_color = tokens.inset;
    visuals.code_bg_color = tokens.inset;
    visuals.warn_fg_color = tokens.warn;
    visuals.error_fg_color = tokens.bad;
    visuals.panel_fill = tokens.panel;
    visuals.window_fill = tokens.panel;
    visuals.window_stroke = Stroke::new(1.0, tokens.line_strong);
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(5);
    visuals.disabled_alpha = 0.6;
    visuals
}
