extends RefCounted

# A result that is not known yet.

signal settled(outcome: Variant)

var is_settled := false


# Only the first call counts.
func settle(outcome: Variant) -> void:
	if not is_settled:
		is_settled = true
		settled.emit(outcome)
