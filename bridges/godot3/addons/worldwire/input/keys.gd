extends Reference

# Keys by their names on the web (KeyboardEvent.code), with the scancodes of the engine and the characters of the US layout. The engine
# does not tell left from right modifiers.

const LETTERS := "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const DIGITS := "0123456789"
const SHIFTED_DIGITS := ")!@#$%^&*("
# Scancode, character, and character with shift.
const SIGNS := {
	"Space": [KEY_SPACE, " ", " "],
	"Minus": [KEY_MINUS, "-", "_"],
	"Equal": [KEY_EQUAL, "=", "+"],
	"Comma": [KEY_COMMA, ",", "<"],
	"Period": [KEY_PERIOD, ".", ">"],
	"Slash": [KEY_SLASH, "/", "?"],
	"Semicolon": [KEY_SEMICOLON, ";", ":"],
	"Quote": [KEY_APOSTROPHE, "'", "\""],
	"BracketLeft": [KEY_BRACKETLEFT, "[", "{"],
	"BracketRight": [KEY_BRACKETRIGHT, "]", "}"],
	"Backslash": [KEY_BACKSLASH, "\\", "|"],
	"Backquote": [KEY_QUOTELEFT, "`", "~"],
	"NumpadAdd": [KEY_KP_ADD, "+", "+"],
	"NumpadSubtract": [KEY_KP_SUBTRACT, "-", "-"],
	"NumpadMultiply": [KEY_KP_MULTIPLY, "*", "*"],
	"NumpadDivide": [KEY_KP_DIVIDE, "/", "/"],
	"NumpadDecimal": [KEY_KP_PERIOD, ".", "."],
}
const NAMED := {
	"Enter": KEY_ENTER,
	"NumpadEnter": KEY_KP_ENTER,
	"Escape": KEY_ESCAPE,
	"Tab": KEY_TAB,
	"Backspace": KEY_BACKSPACE,
	"Delete": KEY_DELETE,
	"Insert": KEY_INSERT,
	"ArrowLeft": KEY_LEFT,
	"ArrowRight": KEY_RIGHT,
	"ArrowUp": KEY_UP,
	"ArrowDown": KEY_DOWN,
	"Home": KEY_HOME,
	"End": KEY_END,
	"PageUp": KEY_PAGEUP,
	"PageDown": KEY_PAGEDOWN,
	"ShiftLeft": KEY_SHIFT,
	"ShiftRight": KEY_SHIFT,
	"ControlLeft": KEY_CONTROL,
	"ControlRight": KEY_CONTROL,
	"AltLeft": KEY_ALT,
	"AltRight": KEY_ALT,
	"MetaLeft": KEY_META,
	"MetaRight": KEY_META,
	"CapsLock": KEY_CAPSLOCK,
	"NumLock": KEY_NUMLOCK,
	"ScrollLock": KEY_SCROLLLOCK,
	"Pause": KEY_PAUSE,
	"PrintScreen": KEY_PRINT,
	"ContextMenu": KEY_MENU,
}
const MODIFIERS := {KEY_SHIFT: "shift", KEY_CONTROL: "control", KEY_ALT: "alt", KEY_META: "meta"}
const MAX_FUNCTION_KEY := 16

# By names: scancode, character and shifted character; the characters are empty if the key types none.
var table := {}

# The first name of a scancode.
var _names := {}
# The scancode of an ASCII character.
var _by_character := {}


func _init() -> void:
	for at in range(LETTERS.length()):
		_add("Key" + LETTERS[at], KEY_A + at, LETTERS[at].to_lower(), LETTERS[at])
	for at in range(DIGITS.length()):
		_add("Digit" + DIGITS[at], KEY_0 + at, DIGITS[at], SHIFTED_DIGITS[at])
	for name in SIGNS:
		_add(name, SIGNS[name][0], SIGNS[name][1], SIGNS[name][2])
	for at in range(DIGITS.length()):
		_add("Numpad" + DIGITS[at], KEY_KP_0 + at, DIGITS[at], DIGITS[at])
	for name in NAMED:
		_add(name, NAMED[name], "", "")
	for at in range(MAX_FUNCTION_KEY):
		_add("F%d" % (at + 1), KEY_F1 + at, "", "")


# The name of a scancode, or an empty text.
func name_of(scancode: int) -> String:
	return _names.get(scancode, "")


# The character that a key types, or 0. Held modifiers other than shift suppress it.
func unicode_of(name: String, modifiers: Dictionary) -> int:
	if modifiers.get("control") or modifiers.get("alt") or modifiers.get("meta"):
		return 0
	var character: String = table[name][2 if modifiers.get("shift") else 1]
	return 0 if character.empty() else character.ord_at(0)


# The scancode for a typed character, or 0 if no key types it.
func scancode_of(character: String) -> int:
	match character:
		"\n":
			return KEY_ENTER
		"\t":
			return KEY_TAB
	return _by_character.get(character, 0)


func _add(name: String, scancode: int, character: String, shifted: String) -> void:
	table[name] = [scancode, character, shifted]
	if not _names.has(scancode):
		_names[scancode] = name
	for each in [character, shifted]:
		if not each.empty() and not _by_character.has(each):
			_by_character[each] = scancode
