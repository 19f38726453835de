extends Control

var pressed: Array[String] = []


func _ready() -> void:
	for button: Button in [$Start, $Options]:
		button.pressed.connect(_button_on_pressed.bind(button))


func _button_on_pressed(button: Button) -> void:
	pressed.append(String(button.name))


func flash(seconds := 0.1) -> void:
	modulate = Color.RED
	await get_tree().create_timer(seconds).timeout
	modulate = Color.WHITE
