extends Reference

# An outcome that is not there yet.

signal settled(outcome)

var is_settled := false


# Only the first one counts.
func settle(outcome) -> void:
	if not is_settled:
		is_settled = true
		emit_signal("settled", outcome)
