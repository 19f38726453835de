extends "code_scope.gd"

# What the source of a hook has at hand besides.

# Whose method was called; nothing for a static one.
var object_itself: Object
# What it was called with.
var args := []

# What the method itself gave, once the source has called it.
var given = null
var was_called := false

var _hook


func prepare_call(hook, itself, with: Array) -> void:
	_hook = hook
	object_itself = itself
	args = with


# The method as it is without the hook.
func original(with: Array):
	was_called = true
	given = _hook.call_original(object_itself, with)
	return given
