extends Reference

# A result that is not known yet.

signal settled(outcome)

var is_settled := false


# Only the first call counts.
func settle(outcome) -> void:
	if not is_settled:
		is_settled = true
		emit_signal("settled", outcome)
