//! Which packs count, and what they have replaced.

use std::fs;
use std::path::Path;

use super::{PACKS, files_in, journal_of, pack_of};
use crate::disk::Disk;
use crate::folder::{DATABASE_NEW, DATABASE_OLD};
use crate::history::Packed;

/// Removes packs and journals that a later pack has replaced, and what packing leaves when it is
/// cut short. What stays takes room and does no harm.
pub(crate) fn clean(disk: &dyn Disk, folder: &Path, packed: &Packed) {
    let last = packed.packs.iter().max().copied().unwrap_or(0);
    let (packs, journals) = files_in(folder);
    let replaced = |number: &u32, kept: &[u32]| *number < last && !kept.contains(number);
    let packs = packs.into_iter().filter(|number| replaced(number, &packed.packs));
    let journals = journals.into_iter().filter(|number| replaced(number, &packed.journals));
    let names = fs::read_dir(folder.join(PACKS)).into_iter().flatten().flatten();
    let halves = names.map(|file| file.path()).filter(|path| path.extension().is_some_and(|it| it == "new"));
    let gone = packs.map(|it| pack_of(folder, it)).chain(journals.map(|it| journal_of(folder, it))).chain(halves);
    for path in gone {
        let _later = disk.remove(&path);
    }
    for name in [DATABASE_NEW, DATABASE_OLD] {
        let _later = remove_folder(&folder.join(name));
    }
}

/// The packs in force: those that the journal names; if it is damaged or another one than was
/// acknowledged, later ones as well.
pub(crate) fn in_force(folder: &Path, told: &Packed, sound: bool) -> Packed {
    if sound {
        return told.clone();
    }
    let last = told.packs.iter().chain(&told.journals).max().copied().unwrap_or(0);
    let (packs, journals) = files_in(folder);
    let with = |told: &[u32], there: Vec<u32>| {
        told.iter().copied().chain(there.into_iter().filter(|number| *number > last)).collect()
    };
    Packed { packs: with(&told.packs, packs), journals: with(&told.journals, journals), anew: told.anew }
}

pub(crate) fn remove_folder(path: &Path) -> std::io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
