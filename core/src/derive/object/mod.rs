//! Single objects: their faces, printed text and abilities, attachments and links.

pub(super) mod active;
pub mod attachment;
pub mod bestow;
pub(super) mod combat_time;
pub mod commander;
pub mod dungeon;
pub mod face_up;
pub mod faces;
pub mod instances;
pub mod links;
pub mod merged;
pub mod noted;
pub(super) mod overridden;
pub mod phased_out;
pub mod printed;
pub mod telling_apart;
pub mod timestamps;
