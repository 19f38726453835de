extends RefCounted

# An error that is returned instead of a result, because GDScript has no exceptions.

const MAX_MESSAGE := 1000

# unsupported, invalid, not-found, not-ready, timeout or failed.
var kind: String
var message: String
# What to do instead; may be empty.
var hint: String


func _init(of_kind: String, about: String, right := "") -> void:
	kind = of_kind
	message = about if about.length() <= MAX_MESSAGE else about.substr(0, MAX_MESSAGE) + "..."
	hint = right
