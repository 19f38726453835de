extends Reference

# A result that is not known yet.

signal settled(outcome)

var is_settled := false
var outcome = null


# Only the first call counts.
func settle(with) -> void:
	if not is_settled:
		is_settled = true
		outcome = with
		emit_signal("settled", with)
