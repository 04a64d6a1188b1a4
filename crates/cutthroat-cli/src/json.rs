//! Results for other programs.

use serde::Serialize;

/// The format of what is printed. If the meaning of a field changes, this number changes.
const FORMAT: u32 = 1;

/// One JSON object in a line, with the number of its format first.
pub(crate) fn object(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(value)?;
    let fields = text.strip_prefix('{').unwrap_or(&text);
    Ok(format!("{{\"format\":{FORMAT},{fields}"))
}
