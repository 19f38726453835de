extends RefCounted

# Names of keys and buttons. Keys have the `code` of a KeyboardEvent of the web: their place on a keyboard.

const KEYS := {
	"Space": KEY_SPACE, "Enter": KEY_ENTER, "Escape": KEY_ESCAPE, "Tab": KEY_TAB, "Backspace": KEY_BACKSPACE, "Delete": KEY_DELETE,
	"Insert": KEY_INSERT, "Home": KEY_HOME, "End": KEY_END, "PageUp": KEY_PAGEUP, "PageDown": KEY_PAGEDOWN, "ArrowLeft": KEY_LEFT,
	"ArrowRight": KEY_RIGHT, "ArrowUp": KEY_UP, "ArrowDown": KEY_DOWN, "ShiftLeft": KEY_SHIFT, "ShiftRight": KEY_SHIFT,
	"ControlLeft": KEY_CTRL, "ControlRight": KEY_CTRL, "AltLeft": KEY_ALT, "AltRight": KEY_ALT, "MetaLeft": KEY_META,
	"MetaRight": KEY_META, "ContextMenu": KEY_MENU, "CapsLock": KEY_CAPSLOCK, "NumLock": KEY_NUMLOCK, "ScrollLock": KEY_SCROLLLOCK,
	"PrintScreen": KEY_PRINT, "Pause": KEY_PAUSE, "Minus": KEY_MINUS, "Equal": KEY_EQUAL, "Comma": KEY_COMMA, "Period": KEY_PERIOD,
	"Slash": KEY_SLASH, "Semicolon": KEY_SEMICOLON, "Quote": KEY_APOSTROPHE, "BracketLeft": KEY_BRACKETLEFT,
	"BracketRight": KEY_BRACKETRIGHT, "Backslash": KEY_BACKSLASH, "Backquote": KEY_QUOTELEFT, "NumpadEnter": KEY_KP_ENTER,
	"NumpadAdd": KEY_KP_ADD, "NumpadSubtract": KEY_KP_SUBTRACT, "NumpadMultiply": KEY_KP_MULTIPLY, "NumpadDivide": KEY_KP_DIVIDE,
	"NumpadDecimal": KEY_KP_PERIOD, "Numpad0": KEY_KP_0, "Numpad1": KEY_KP_1, "Numpad2": KEY_KP_2, "Numpad3": KEY_KP_3,
	"Numpad4": KEY_KP_4, "Numpad5": KEY_KP_5, "Numpad6": KEY_KP_6, "Numpad7": KEY_KP_7, "Numpad8": KEY_KP_8, "Numpad9": KEY_KP_9,
	"F1": KEY_F1, "F2": KEY_F2, "F3": KEY_F3, "F4": KEY_F4, "F5": KEY_F5, "F6": KEY_F6, "F7": KEY_F7, "F8": KEY_F8, "F9": KEY_F9,
	"F10": KEY_F10, "F11": KEY_F11, "F12": KEY_F12,
}
const RIGHT := ["ShiftRight", "ControlRight", "AltRight", "MetaRight"]
# What a key types without and with shift, on a keyboard of the United States.
const TYPED := {
	"Space": "  ", "Minus": "-_", "Equal": "=+", "Comma": ",<", "Period": ".>", "Slash": "/?", "Semicolon": ";:", "Quote": "'\"",
	"BracketLeft": "[{", "BracketRight": "]}", "Backslash": "\\|", "Backquote": "`~", "NumpadAdd": "++", "NumpadSubtract": "--",
	"NumpadMultiply": "**", "NumpadDivide": "//", "NumpadDecimal": "..", "Digit0": "0)", "Digit1": "1!", "Digit2": "2@", "Digit3": "3#",
	"Digit4": "4$", "Digit5": "5%", "Digit6": "6^", "Digit7": "7&", "Digit8": "8*", "Digit9": "9(",
}
const MOUSE := {"left": MOUSE_BUTTON_LEFT, "right": MOUSE_BUTTON_RIGHT, "middle": MOUSE_BUTTON_MIDDLE}
const WHEEL := {
	MOUSE_BUTTON_WHEEL_DOWN: Vector2(0, 1),
	MOUSE_BUTTON_WHEEL_UP: Vector2(0, -1),
	MOUSE_BUTTON_WHEEL_RIGHT: Vector2(1, 0),
	MOUSE_BUTTON_WHEEL_LEFT: Vector2(-1, 0),
}
const PAD := {
	"south": JOY_BUTTON_A, "east": JOY_BUTTON_B, "west": JOY_BUTTON_X, "north": JOY_BUTTON_Y, "left-shoulder": JOY_BUTTON_LEFT_SHOULDER,
	"right-shoulder": JOY_BUTTON_RIGHT_SHOULDER, "left-stick": JOY_BUTTON_LEFT_STICK, "right-stick": JOY_BUTTON_RIGHT_STICK,
	"back": JOY_BUTTON_BACK, "start": JOY_BUTTON_START, "guide": JOY_BUTTON_GUIDE, "up": JOY_BUTTON_DPAD_UP,
	"down": JOY_BUTTON_DPAD_DOWN, "left": JOY_BUTTON_DPAD_LEFT, "right": JOY_BUTTON_DPAD_RIGHT,
}
const AXES := {
	"left-x": JOY_AXIS_LEFT_X, "left-y": JOY_AXIS_LEFT_Y, "right-x": JOY_AXIS_RIGHT_X, "right-y": JOY_AXIS_RIGHT_Y,
	"left-trigger": JOY_AXIS_TRIGGER_LEFT, "right-trigger": JOY_AXIS_TRIGGER_RIGHT,
}

static var _keys := {}
static var _names := {}


# Keys of the engine by their codes.
static func keys() -> Dictionary:
	if _keys.is_empty():
		for at in 26:
			_keys["Key" + String.chr(65 + at)] = KEY_A + at
		for at in 10:
			_keys["Digit%d" % at] = KEY_0 + at
		_keys.merge(KEYS)
		for code: String in _keys:
			if not code in RIGHT:
				_names[_keys[code]] = code
	return _keys


# The code of a key of the engine, or an empty text.
static func code_of(event: InputEventKey) -> String:
	keys()
	var key := event.physical_keycode if event.physical_keycode != KEY_NONE else event.keycode
	var code: String = _names.get(key, "")
	return code.replace("Left", "Right") if event.location == KEY_LOCATION_RIGHT and not code.is_empty() and KEYS.has(code.replace("Left", "Right")) else code


# The code of the key that types a character, or an empty text.
static func code_typing(character: String) -> String:
	for code: String in keys():
		if character.unicode_at(0) in [typed(code, false), typed(code, true)]:
			return code
	return ""


# The character that a key types, or 0.
static func typed(code: String, is_shifted: bool) -> int:
	if code.begins_with("Key"):
		var letter := code.substr(3)
		return (letter if is_shifted else letter.to_lower()).unicode_at(0)
	if code.begins_with("Numpad") and code.length() == 7:
		return code.unicode_at(6)
	return TYPED[code].unicode_at(int(is_shifted)) if TYPED.has(code) else 0


# What triggers an action, such as "key Space" or "pad south".
static func binding_of(event: InputEvent) -> String:
	if event is InputEventKey:
		var code := code_of(event)
		return "key %s" % (code if not code.is_empty() else OS.get_keycode_string(event.keycode))
	if event is InputEventMouseButton:
		var name: Variant = MOUSE.find_key(event.button_index)
		return "button %s" % (name if name != null else event.button_index)
	if event is InputEventJoypadButton:
		var name: Variant = PAD.find_key(event.button_index)
		return "pad %s" % (name if name != null else event.button_index)
	if event is InputEventJoypadMotion:
		var name: Variant = AXES.find_key(event.axis)
		return "axis %s %s" % [name if name != null else event.axis, "-1" if event.axis_value < 0 else "1"]
	return event.as_text()
