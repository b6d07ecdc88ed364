//! The bundled cards.

use std::sync::OnceLock;

use retrace_core::card::pool::Pool;

use crate::session::SessionError;

/// The bundled cards.
///
/// # Errors
/// None in practice: a test reads the bundled cards.
pub fn bundled() -> Result<Pool, SessionError> {
    // Reading them takes longer than a frame.
    static POOL: OnceLock<Pool> = OnceLock::new();
    if let Some(pool) = POOL.get() {
        return Ok(pool.clone());
    }
    let pool = Pool::bundled().map_err(|error| SessionError::File(error.to_string()))?;
    Ok(POOL.get_or_init(|| pool).clone())
}
