// Part of the shim.
using System;
using UnityEngine.Events;
using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    public class Selectable : UIBehaviour, IPointerDownHandler, IPointerUpHandler, IPointerEnterHandler, IPointerExitHandler, ISelectHandler, IDeselectHandler, IMoveHandler
    {
        public Selectable() { interactable = true; }
        public bool interactable { get; set; }
        public Graphic targetGraphic { get; set; }
        public virtual bool IsInteractable()
        {
            if (!interactable) return false;
            for (var each = transform; each != null; each = each.parent)
            {
                var group = each.GetComponent<CanvasGroup>();
                if (group != null && !group.interactable) return false;
                if (group != null && group.ignoreParentGroups) break;
            }
            return true;
        }
        public virtual void Select() { if (EventSystem.current != null) EventSystem.current.SetSelectedGameObject(gameObject); }
        public virtual void OnPointerDown(PointerEventData eventData)
        {
            if (eventData.button == PointerEventData.InputButton.Left && IsInteractable() && EventSystem.current != null) EventSystem.current.SetSelectedGameObject(gameObject, eventData);
        }
        public virtual void OnPointerUp(PointerEventData eventData) { }
        public virtual void OnPointerEnter(PointerEventData eventData) { }
        public virtual void OnPointerExit(PointerEventData eventData) { }
        public virtual void OnSelect(BaseEventData eventData) { }
        public virtual void OnDeselect(BaseEventData eventData) { }
        public virtual void OnMove(AxisEventData eventData) { }
    }

    public class Button : Selectable, IPointerClickHandler, ISubmitHandler
    {
        [Serializable]
        public class ButtonClickedEvent : UnityEvent { }

        private ButtonClickedEvent m_OnClick = new ButtonClickedEvent();
        public ButtonClickedEvent onClick { get { return m_OnClick; } set { m_OnClick = value; } }
        public virtual void OnPointerClick(PointerEventData eventData) { if (eventData.button == PointerEventData.InputButton.Left) Press(); }
        public virtual void OnSubmit(BaseEventData eventData) { Press(); }
        private void Press() { if (IsActive() && IsInteractable()) m_OnClick.Invoke(); }
    }

    public class Toggle : Selectable, IPointerClickHandler, ISubmitHandler
    {
        [Serializable]
        public class ToggleEvent : UnityEvent<bool> { }

        public ToggleEvent onValueChanged = new ToggleEvent();
        private bool m_IsOn;
        public bool isOn { get { return m_IsOn; } set { if (m_IsOn == value) return; m_IsOn = value; onValueChanged.Invoke(value); } }
        public virtual void OnPointerClick(PointerEventData eventData) { if (eventData.button == PointerEventData.InputButton.Left && IsActive() && IsInteractable()) isOn = !isOn; }
        public virtual void OnSubmit(BaseEventData eventData) { if (IsActive() && IsInteractable()) isOn = !isOn; }
    }

    public class Slider : Selectable, IDragHandler
    {
        [Serializable]
        public class SliderEvent : UnityEvent<float> { }

        private float m_Value;
        private SliderEvent m_OnValueChanged = new SliderEvent();
        public Slider() { maxValue = 1; }
        public float minValue { get; set; }
        public float maxValue { get; set; }
        public bool wholeNumbers { get; set; }
        public SliderEvent onValueChanged { get { return m_OnValueChanged; } set { m_OnValueChanged = value; } }
        public virtual float value
        {
            get { return m_Value; }
            set
            {
                var next = Mathf.Clamp(value, minValue, maxValue);
                if (wholeNumbers) next = Mathf.Round(next);
                if (next == m_Value) return;
                m_Value = next;
                m_OnValueChanged.Invoke(next);
            }
        }
        public override void OnPointerDown(PointerEventData eventData) { base.OnPointerDown(eventData); Follow(eventData); }
        public virtual void OnDrag(PointerEventData eventData) { Follow(eventData); }
        private void Follow(PointerEventData data)
        {
            if (!IsActive() || !IsInteractable()) return;
            var box = ((RectTransform)transform).rect;
            var at = transform.InverseTransformPoint(data.position);
            value = minValue + (maxValue - minValue) * Mathf.Clamp01((at.x - box.xMin) / box.width);
        }
    }

    public class Dropdown : Selectable
    {
        [Serializable]
        public class OptionData
        {
            public OptionData(string text) { this.text = text; }
            public string text { get; set; }
        }
        public Dropdown() { options = new System.Collections.Generic.List<OptionData>(); }
        public System.Collections.Generic.List<OptionData> options { get; set; }
        public int value { get; set; }
    }

    /// <summary>Reads the keyboard from events of IMGUI, like in Unity: neither Input nor the Input System reaches it.</summary>
    public class InputField : Selectable, IUpdateSelectedHandler, IPointerClickHandler, ISubmitHandler
    {
        [Serializable]
        public class SubmitEvent : UnityEvent<string> { }
        [Serializable]
        public class OnChangeEvent : UnityEvent<string> { }

        private string m_Text = "";
        private OnChangeEvent m_OnValueChanged = new OnChangeEvent();
        private SubmitEvent m_OnEndEdit = new SubmitEvent();
        private bool m_Focused;

        public Text textComponent { get; set; }
        public Graphic placeholder { get; set; }
        public int characterLimit { get; set; }
        public bool readOnly { get; set; }
        public bool isFocused { get { return m_Focused; } }
        public int caretPosition { get; set; }
        public OnChangeEvent onValueChanged { get { return m_OnValueChanged; } set { m_OnValueChanged = value; } }
        public SubmitEvent onEndEdit { get { return m_OnEndEdit; } set { m_OnEndEdit = value; } }
        public string text
        {
            get { return m_Text; }
            set
            {
                var next = value ?? "";
                if (characterLimit > 0 && next.Length > characterLimit) next = next.Substring(0, characterLimit);
                if (next == m_Text) return;
                m_Text = next;
                caretPosition = Math.Min(caretPosition, next.Length);
                if (textComponent != null) textComponent.text = next;
                m_OnValueChanged.Invoke(next);
            }
        }
        public void ActivateInputField() { if (IsActive() && IsInteractable()) { m_Focused = true; caretPosition = m_Text.Length; } }
        public void DeactivateInputField() { if (!m_Focused) return; m_Focused = false; m_OnEndEdit.Invoke(m_Text); }
        public void MoveTextEnd(bool shift) { caretPosition = m_Text.Length; }
        public virtual void OnPointerClick(PointerEventData eventData) { ActivateInputField(); }
        public virtual void OnSubmit(BaseEventData eventData) { ActivateInputField(); }
        public override void OnSelect(BaseEventData eventData) { ActivateInputField(); }
        public override void OnDeselect(BaseEventData eventData) { DeactivateInputField(); }
        public void ForceLabelUpdate() { }
        public virtual void OnUpdateSelected(BaseEventData eventData)
        {
            var each = new Event();
            while (m_Focused && Event.PopEvent(each)) ProcessEvent(each);
        }
        public void ProcessEvent(Event e)
        {
            if (e.type != EventType.KeyDown || readOnly) return;
            if (e.keyCode == KeyCode.Backspace)
            {
                if (caretPosition == 0) return;
                var shorter = m_Text.Remove(caretPosition - 1, 1);
                caretPosition--;
                text = shorter;
            }
            else if (e.keyCode == KeyCode.Return || e.keyCode == KeyCode.KeypadEnter || e.character == '\n') DeactivateInputField();
            else if (e.character >= ' ')
            {
                var at = caretPosition;
                text = m_Text.Insert(at, e.character.ToString());
                caretPosition = Math.Min(at + 1, m_Text.Length);
            }
        }
    }
}
