//! Design tokens: every colour and size of the window, in one table for dark and one for light.
//!
//! No other module names a raw colour; a test scans the sources for one. Sizes are in points
//! (`_pt`).

use egui::Color32;
use retrace_core::card::{Color, ManaType, Phase};

/// The colours of one theme.
#[derive(Debug)]
pub(crate) struct Tokens {
    /// The background between panels.
    pub(crate) window: Color32,
    /// A panel.
    pub(crate) panel: Color32,
    /// A raised element: a button, a header.
    pub(crate) raised: Color32,
    /// A raised element under the pointer.
    pub(crate) raised_hover: Color32,
    /// A raised element while pressed.
    pub(crate) raised_active: Color32,
    /// A recessed element: a text field, the felt of the board.
    pub(crate) inset: Color32,
    /// Every other row of a table.
    pub(crate) stripe: Color32,
    /// Text.
    pub(crate) text: Color32,
    /// Secondary text; still readable on every surface.
    pub(crate) text_weak: Color32,
    /// Headings and emphasized text.
    pub(crate) text_strong: Color32,
    /// Lines.
    pub(crate) line: Color32,
    /// Strong lines.
    pub(crate) line_strong: Color32,
    /// The accent: selected, current, or the default button.
    pub(crate) accent: Color32,
    /// A surface in the accent's hue, behind text.
    pub(crate) accent_surface: Color32,
    /// Text on `accent`.
    pub(crate) on_accent: Color32,
    /// Changes in the step at the cursor.
    pub(crate) changed: Color32,
    /// A surface in that hue, behind text.
    pub(crate) changed_surface: Color32,
    /// The ring around what has the focus of the keyboard.
    pub(crate) focus: Color32,
    /// Options that may be chosen.
    pub(crate) offered: Color32,
    /// Attack arrows.
    pub(crate) attack: Color32,
    /// Block arrows.
    pub(crate) block: Color32,
    /// Target arrows.
    pub(crate) target: Color32,
    /// Success.
    pub(crate) good: Color32,
    /// Warnings.
    pub(crate) warn: Color32,
    /// Errors.
    pub(crate) bad: Color32,
    /// The current timeline.
    pub(crate) track_here: Color32,
    /// The timeline that it is compared with.
    pub(crate) track_other: Color32,
    /// The face of a card.
    pub(crate) card: Color32,
    /// The text on it.
    pub(crate) card_text: Color32,
    /// The title bars of cards: white, blue, black, red, green, of several colours, colourless,
    /// land.
    pub(crate) card_title: [Color32; 8],
    /// The surfaces of mana symbols: white, blue, black, red, green, colourless.
    pub(crate) pip: [Color32; 6],
    /// The letters on mana symbols.
    pub(crate) on_pip: Color32,
    /// The bands of the five phases on the ruler.
    pub(crate) phase: [Color32; 5],
    /// Shadows, and the backdrop of a dialog.
    pub(crate) shade: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The dark theme.
pub(crate) static DARK: Tokens = Tokens {
    window: rgb(0x0F_1216),
    panel: rgb(0x17_1B21),
    raised: rgb(0x26_2C35),
    raised_hover: rgb(0x32_3A46),
    raised_active: rgb(0x3D_4757),
    inset: rgb(0x11_151A),
    stripe: rgb(0x1B_2027),
    text: rgb(0xC9_D1DB),
    text_weak: rgb(0xA1_ACBB),
    text_strong: rgb(0xF2_F5F9),
    line: rgb(0x2A_313B),
    line_strong: rgb(0x4A_5565),
    accent: rgb(0x5E_AAFF),
    accent_surface: rgb(0x1C_3A5E),
    on_accent: rgb(0x06_1526),
    changed: rgb(0xF5_C542),
    changed_surface: rgb(0x40_3715),
    focus: rgb(0xFF_FFFF),
    offered: rgb(0x3F_D0B4),
    attack: rgb(0xF0_7060),
    block: rgb(0x5F_A8F5),
    target: rgb(0xE3_C6FF),
    good: rgb(0x7F_E0A0),
    warn: rgb(0xF0_B54A),
    bad: rgb(0xFF_7B72),
    track_here: rgb(0x5E_AAFF),
    track_other: rgb(0xF0_9A4A),
    card: rgb(0x22_272F),
    card_text: rgb(0xDD_E3EA),
    card_title: [
        rgb(0x6B_6650),
        rgb(0x24_527F),
        rgb(0x46_3D52),
        rgb(0x85_3A2F),
        rgb(0x2F_6040),
        rgb(0x7A_622A),
        rgb(0x4C_555F),
        rgb(0x56_493C),
    ],
    pip: [rgb(0xF4_EDC9), rgb(0x8F_C7F0), rgb(0xB3_A7B5), rgb(0xF2_9C80), rgb(0x8F_CFA0), rgb(0xC9_C5C1)],
    on_pip: rgb(0x14_1414),
    phase: [rgb(0x2F_5D57), rgb(0x2F_4E78), rgb(0x7A_3B36), rgb(0x3B_4A86), rgb(0x50_4466)],
    shade: Color32::from_black_alpha(150),
};

/// The light theme.
pub(crate) static LIGHT: Tokens = Tokens {
    window: rgb(0xD5_DAE1),
    panel: rgb(0xF7_F8FA),
    raised: rgb(0xE3_E7EC),
    raised_hover: rgb(0xD4_DBE4),
    raised_active: rgb(0xC3_CCD8),
    inset: rgb(0xEA_EDF1),
    stripe: rgb(0xEE_F1F4),
    text: rgb(0x27_2F3A),
    text_weak: rgb(0x50_5B69),
    text_strong: rgb(0x0B_1017),
    line: rgb(0xCD_D4DC),
    line_strong: rgb(0x8E_99A8),
    accent: rgb(0x0A_58B0),
    accent_surface: rgb(0xCF_E3FB),
    on_accent: rgb(0xFF_FFFF),
    changed: rgb(0x7C_4F00),
    changed_surface: rgb(0xFF_EDB8),
    focus: rgb(0x00_2E7A),
    offered: rgb(0x00_6756),
    attack: rgb(0xC2_3B2A),
    block: rgb(0x1F_69BF),
    target: rgb(0x4B_1C86),
    good: rgb(0x17_6B39),
    warn: rgb(0x80_5000),
    bad: rgb(0xA8_1C18),
    track_here: rgb(0x0A_58B0),
    track_other: rgb(0x94_4600),
    card: rgb(0xFF_FFFF),
    card_text: rgb(0x1E_252E),
    card_title: [
        rgb(0xEF_E7C6),
        rgb(0xBD_DCF5),
        rgb(0xD3_CBD8),
        rgb(0xF5_C8BB),
        rgb(0xC3_E3CC),
        rgb(0xEE_D99A),
        rgb(0xD9_DEE4),
        rgb(0xE0_D3C4),
    ],
    pip: [rgb(0xF7_EFC6), rgb(0xA6_D6F7), rgb(0xC2_B7C5), rgb(0xF7_AD94), rgb(0x9F_DAAF), rgb(0xD2_CEC9)],
    on_pip: rgb(0x14_1414),
    phase: [rgb(0xA9_D5CE), rgb(0xA9_C7EC), rgb(0xF0_B6AF), rgb(0xB6_C0F0), rgb(0xCF_C2E2)],
    shade: Color32::from_black_alpha(90),
};

impl Tokens {
    /// The table of the theme that a `Ui` is drawn in.
    pub(crate) fn of(ui: &egui::Ui) -> &'static Tokens {
        Tokens::for_theme(ui.visuals().dark_mode)
    }

    /// The table of a theme.
    pub(crate) fn for_theme(dark: bool) -> &'static Tokens {
        if dark { &DARK } else { &LIGHT }
    }

    /// The surface of a mana symbol.
    pub(crate) const fn pip(&self, kind: ManaType) -> Color32 {
        self.pip[kind as usize]
    }

    /// The surface of a colour's mana symbol.
    pub(crate) const fn pip_of(&self, color: Color) -> Color32 {
        self.pip[color as usize]
    }

    /// The title bar of a land, given that of a colour that it could produce: a mixture with the
    /// colour of lands.
    pub(crate) fn land(&self, title: usize) -> Color32 {
        let land = self.card_title[LAND_TITLE];
        self.card_title.get(title).map_or(land, |color| land.lerp_to_gamma(*color, LAND_SHARE))
    }

    /// The band of a phase.
    pub(crate) const fn phase(&self, phase: Phase) -> Color32 {
        self.phase[phase as usize]
    }
}

/// The title bar of lands in [`Tokens::card_title`].
const LAND_TITLE: usize = 7;
/// The share of the colour that a land produces in its title bar.
const LAND_SHARE: f32 = 0.62;

/// Text on a card's body, and other small text.
pub(crate) const TEXT_SMALL_PT: f32 = 11.0;
/// Running text.
pub(crate) const TEXT_PT: f32 = 13.0;
/// The heading of a panel.
pub(crate) const TEXT_HEADING_PT: f32 = 16.0;
/// A card in a list: name and cost only.
pub(crate) const CHIP_SIZE_PT: egui::Vec2 = egui::vec2(122.0, 26.0);
/// The large card shown on hover.
pub(crate) const CARD_LARGE_SIZE_PT: egui::Vec2 = egui::vec2(270.0, 250.0);
/// The title bar of a card.
pub(crate) const CARD_TITLE_PT: f32 = 21.0;
/// The diameter of a mana symbol.
pub(crate) const PIP_PT: f32 = 14.0;
/// The corners of cards.
pub(crate) const CARD_RADIUS_PT: u8 = 5;
/// The corners of controls.
pub(crate) const CONTROL_RADIUS_PT: u8 = 4;
/// The ring around what has the focus of the keyboard.
pub(crate) const FOCUS_PT: f32 = 2.0;
/// A row of a table.
pub(crate) const ROW_PT: f32 = 20.0;
/// The bar with the titles of docked panels.
pub(crate) const TAB_BAR_PT: f32 = 22.0;
/// The bands of the ruler: turns, phases, turn steps.
pub(crate) const RULER_BANDS_PT: [f32; 3] = [15.0, 15.0, 14.0];
/// The track of a timeline, with its choices.
pub(crate) const TRACK_PT: f32 = 14.0;
/// The line of markers below the track.
pub(crate) const MARKERS_PT: f32 = 12.0;
/// A lane of the timeline.
pub(crate) const LANE_PT: f32 = 12.0;
/// The minimap of the timeline.
pub(crate) const MINIMAP_PT: f32 = 16.0;

#[cfg(test)]
mod tests {
    use super::{DARK, LIGHT, Tokens};
    use egui::Color32;

    /// Relative luminance (WCAG 2).
    fn luminance(color: Color32) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_stands_out_from_every_surface_that_it_is_drawn_on() {
        for (name, tokens) in [("dark", &DARK), ("light", &LIGHT)] {
            let Tokens { panel, raised, inset, stripe, .. } = *tokens;
            let surfaces = [panel, raised, inset, stripe, tokens.card, tokens.accent_surface, tokens.changed_surface];
            for surface in surfaces {
                for color in [
                    tokens.text,
                    tokens.text_strong,
                    tokens.text_weak,
                    tokens.accent,
                    tokens.changed,
                    tokens.offered,
                    tokens.good,
                    tokens.warn,
                    tokens.bad,
                    tokens.track_here,
                    tokens.track_other,
                    tokens.target,
                ] {
                    assert!(contrast(color, surface) >= 4.5, "{name}: {color:?} on {surface:?}");
                }
                // Lines and rings are no text.
                for color in [tokens.attack, tokens.block, tokens.focus] {
                    assert!(contrast(color, surface) >= 3.0, "{name}: {color:?} on {surface:?}");
                }
            }
            for color in [tokens.text, tokens.text_strong] {
                for surface in [tokens.raised_hover, tokens.raised_active, tokens.window] {
                    assert!(contrast(color, surface) >= 4.5, "{name}: {color:?} on {surface:?}");
                }
            }
            for land in 0..tokens.card_title.len() {
                assert!(contrast(tokens.text_strong, tokens.land(land)) >= 4.5, "{name}: land {land}");
            }
            for title in tokens.card_title {
                assert!(contrast(tokens.text_strong, title) >= 4.5, "{name}: title on {title:?}");
            }
            for pip in tokens.pip {
                assert!(contrast(tokens.on_pip, pip) >= 4.5, "{name}: letter on {pip:?}");
            }
            for phase in tokens.phase {
                assert!(contrast(tokens.text_strong, phase) >= 4.5, "{name}: phase on {phase:?}");
            }
            assert!(contrast(tokens.card_text, tokens.card) >= 7.0);
            assert!(contrast(tokens.on_accent, tokens.accent) >= 4.5);
        }
    }

    /// A colour as seen by a person who lacks one of the three kinds of cones (Machado, Oliveira
    /// and Fernandes 2009, severity 1), in CIE L*a*b*.
    fn seen_by(color: Color32, eyes: [[f64; 3]; 3]) -> [f64; 3] {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let rgb = [color.r(), color.g(), color.b()].map(linear);
        let [r, g, b] =
            eyes.map(|row| row.iter().zip(rgb).map(|(weight, it)| weight * it).sum::<f64>().clamp(0.0, 1.0));
        let xyz = [
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83,
        ];
        let [x, y, z] = xyz.map(|it| if it > 0.008_856 { it.cbrt() } else { 7.787 * it + 16.0 / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Colour is never the only signal; but two colours with different meanings must look different
    /// to everybody.
    #[test]
    fn colors_that_stand_for_different_things_differ_for_the_color_blind_as_well() {
        let eyes = [
            (
                "protanopia",
                [
                    [0.152_286, 1.052_583, -0.204_868],
                    [0.114_503, 0.786_281, 0.099_216],
                    [-0.003_882, -0.048_116, 1.051_998],
                ],
            ),
            (
                "deuteranopia",
                [
                    [0.367_322, 0.860_646, -0.227_968],
                    [0.280_085, 0.672_501, 0.047_413],
                    [-0.011_820, 0.042_940, 0.968_881],
                ],
            ),
            (
                "tritanopia",
                [
                    [1.255_528, -0.076_749, -0.178_779],
                    [-0.078_411, 0.930_809, 0.147_602],
                    [0.004_733, 0.691_367, 0.303_900],
                ],
            ),
        ];
        for (theme, it) in [("dark", &DARK), ("light", &LIGHT)] {
            let pairs = [
                ("attack and block", it.attack, it.block),
                ("attack and target", it.attack, it.target),
                ("block and target", it.block, it.target),
                ("good and bad", it.good, it.bad),
                ("good and warn", it.good, it.warn),
                ("the two tracks", it.track_here, it.track_other),
                ("changed and offered", it.changed, it.offered),
                ("changed and selected", it.changed, it.accent),
                ("offered and selected", it.offered, it.accent),
            ];
            for (name, eyes) in eyes {
                for (what, one, other) in pairs {
                    let (one, other) = (seen_by(one, eyes), seen_by(other, eyes));
                    let distance = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(distance >= 12.0, "{theme}, {name}: {what} are only {distance:.0} apart");
                }
            }
        }
    }

    /// Raw colours outside this table would not follow the theme.
    #[test]
    fn no_other_module_names_a_raw_color() {
        fn sources(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    sources(&path, found);
                } else if path.extension().is_some_and(|it| it == "rs") {
                    found.push(path);
                }
            }
        }
        let mut found = Vec::new();
        sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/window"), &mut found);
        assert!(found.len() > 10);
        for path in found.iter().filter(|path| !path.ends_with("tokens.rs")) {
            let text = std::fs::read_to_string(path).unwrap();
            for raw in ["from_rgb", "from_gray", "from_rgba", "Color32::WHITE", "Color32::BLACK", "Color32::RED"] {
                assert!(!text.contains(raw), "{} names a raw colour: {raw}", path.display());
            }
        }
    }
}
