extends Control

var pressed := []


func _ready() -> void:
	for button in [$Start, $Options]:
		button.connect("pressed", self, "_button_on_pressed", [button])


func _button_on_pressed(button: Button) -> void:
	pressed.append(button.name)
