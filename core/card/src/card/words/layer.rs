//! The layers of continuous effects (CR 613.1).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

/// The layers and sublayers in which effects are applied (CR 613.1, 613.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum Layer {
    /// Layer 1a (CR 613.2a).
    Copy,
    /// Layer 2 (CR 613.1b).
    Control,
    /// Layer 3 (CR 613.1c).
    Text,
    /// Layer 4 (CR 613.1d).
    Type,
    /// Layer 5 (CR 613.1e).
    Color,
    /// Layer 6 (CR 613.1f).
    Ability,
    /// Layer 7a, the first sublayer of layer 7 (CR 613.1g, 613.4a).
    PowerToughnessDefining,
    /// Layer 7b (CR 613.4b).
    PowerToughnessSetting,
    /// Layer 7c (CR 613.4c).
    PowerToughnessChanging,
    /// Layer 7d (CR 613.4d).
    PowerToughnessSwitching,
}

impl Layer {
    /// All layers in order.
    pub const ALL: [Layer; 10] = [
        Layer::Copy,
        Layer::Control,
        Layer::Text,
        Layer::Type,
        Layer::Color,
        Layer::Ability,
        Layer::PowerToughnessDefining,
        Layer::PowerToughnessSetting,
        Layer::PowerToughnessChanging,
        Layer::PowerToughnessSwitching,
    ];

    /// Returns the bit of this layer.
    pub const fn bit(self) -> u16 {
        1 << self as u8
    }

    /// Returns its number in the rule book.
    pub const fn number(self) -> &'static str {
        match self {
            Layer::Copy => "1a",
            Layer::Control => "2",
            Layer::Text => "3",
            Layer::Type => "4",
            Layer::Color => "5",
            Layer::Ability => "6",
            Layer::PowerToughnessDefining => "7a",
            Layer::PowerToughnessSetting => "7b",
            Layer::PowerToughnessChanging => "7c",
            Layer::PowerToughnessSwitching => "7d",
        }
    }

    /// Returns the layer for an effect that may come from a characteristic-defining ability
    /// (CR 604.3), which sets power and toughness in a sublayer of its own (CR 613.4a).
    #[must_use]
    pub const fn if_defining(self, defining: bool) -> Layer {
        match self {
            Layer::PowerToughnessSetting if defining => Layer::PowerToughnessDefining,
            layer => layer,
        }
    }
}
