// Part of the shim.
using System;
using System.Collections.Generic;

namespace UnityEngine.EventSystems
{
    public class BaseInput : UIBehaviour
    {
        public virtual string compositionString { get { return ""; } }
        public virtual bool mousePresent { get { return Input.mousePresent; } }
        public virtual bool GetMouseButtonDown(int button) { return Input.GetMouseButtonDown(button); }
        public virtual bool GetMouseButtonUp(int button) { return Input.GetMouseButtonUp(button); }
        public virtual bool GetMouseButton(int button) { return Input.GetMouseButton(button); }
        public virtual Vector2 mousePosition { get { return Input.mousePosition; } }
        public virtual Vector2 mouseScrollDelta { get { return Input.mouseScrollDelta; } }
        public virtual bool touchSupported { get { return Input.touchSupported; } }
        public virtual int touchCount { get { return Input.touchCount; } }
        public virtual Touch GetTouch(int index) { return Input.GetTouch(index); }
        public virtual float GetAxisRaw(string axisName) { return Input.GetAxisRaw(axisName); }
        public virtual bool GetButtonDown(string buttonName) { return Input.GetButtonDown(buttonName); }
    }

    public abstract class BaseInputModule : UIBehaviour
    {
        protected BaseInput m_InputOverride;
        private BaseInput m_DefaultInput;
        protected List<RaycastResult> m_RaycastResultCache = new List<RaycastResult>();

        public BaseInput input
        {
            get
            {
                if (m_InputOverride != null) return m_InputOverride;
                if (m_DefaultInput == null) m_DefaultInput = gameObject.AddComponent<BaseInput>();
                return m_DefaultInput;
            }
        }
        public BaseInput inputOverride { get { return m_InputOverride; } set { m_InputOverride = value; } }
        protected EventSystem eventSystem { get { return EventSystem.current; } }
        public abstract void Process();
        public virtual bool IsPointerOverGameObject(int pointerId) { return false; }
        public virtual bool IsModuleSupported() { return true; }

        protected void HandlePointerExitAndEnter(PointerEventData data, GameObject target)
        {
            if (data.pointerEnter == target) return;
            var above = new List<GameObject>();
            for (var each = target == null ? null : target.transform; each != null; each = each.parent) above.Add(each.gameObject);
            foreach (var each in data.hovered.ToArray())
            {
                if (above.Contains(each)) continue;
                data.hovered.Remove(each);
                ExecuteEvents.Execute(each, data, ExecuteEvents.pointerExitHandler);
            }
            data.pointerEnter = target;
            foreach (var each in above)
            {
                if (data.hovered.Contains(each)) continue;
                data.hovered.Add(each);
                ExecuteEvents.Execute(each, data, ExecuteEvents.pointerEnterHandler);
            }
        }
    }

    /// <summary>Turns the mouse, touches and the keyboard of the old input into events.</summary>
    public class StandaloneInputModule : BaseInputModule
    {
        private readonly Dictionary<int, PointerEventData> m_Pointers = new Dictionary<int, PointerEventData>();

        public string horizontalAxis = "Horizontal", verticalAxis = "Vertical", submitButton = "Submit", cancelButton = "Cancel";
        private float m_LastAxis;

        public override bool IsPointerOverGameObject(int pointerId) { return m_Pointers.ContainsKey(pointerId) && m_Pointers[pointerId].pointerEnter != null; }

        public override void Process()
        {
            var selected = eventSystem.currentSelectedGameObject;
            ExecuteEvents.Execute(selected, new BaseEventData(eventSystem), ExecuteEvents.updateSelectedHandler);
            Navigate(selected);
            for (var at = 0; at < input.touchCount; at++) Touch(input.GetTouch(at));
            if (input.touchCount == 0 && input.mousePresent)
                for (var button = 0; button < 3; button++) Mouse(button);
        }

        private void Navigate(GameObject selected)
        {
            var data = new BaseEventData(eventSystem);
            if (input.GetButtonDown(submitButton)) ExecuteEvents.Execute(selected, data, ExecuteEvents.submitHandler);
            if (input.GetButtonDown(cancelButton)) ExecuteEvents.Execute(selected, data, ExecuteEvents.cancelHandler);
            var along = input.GetAxisRaw(horizontalAxis);
            if (along != 0 && m_LastAxis == 0)
                ExecuteEvents.Execute(selected, new AxisEventData(eventSystem) { moveVector = new Vector2(along, 0), moveDir = along > 0 ? MoveDirection.Right : MoveDirection.Left }, ExecuteEvents.moveHandler);
            m_LastAxis = along;
        }

        private void Mouse(int button)
        {
            var data = Pointer(-1 - button, input.mousePosition);
            data.button = (PointerEventData.InputButton)button;
            data.scrollDelta = button == 0 ? input.mouseScrollDelta : Vector2.zero;
            var target = data.pointerCurrentRaycast.gameObject;
            if (button == 0) HandlePointerExitAndEnter(data, target);
            if (data.scrollDelta != Vector2.zero) ExecuteEvents.ExecuteHierarchy(target, data, ExecuteEvents.scrollHandler);
            if (input.GetMouseButtonDown(button)) Press(data);
            Drag(data);
            if (input.GetMouseButtonUp(button)) Release(data);
        }

        private void Touch(Touch touch)
        {
            var data = Pointer(touch.fingerId, touch.position);
            data.button = PointerEventData.InputButton.Left;
            HandlePointerExitAndEnter(data, data.pointerCurrentRaycast.gameObject);
            if (touch.phase == TouchPhase.Began) Press(data);
            Drag(data);
            if (touch.phase != TouchPhase.Ended && touch.phase != TouchPhase.Canceled) return;
            Release(data);
            HandlePointerExitAndEnter(data, null);
            m_Pointers.Remove(touch.fingerId);
        }

        private PointerEventData Pointer(int id, Vector2 at)
        {
            PointerEventData data;
            if (!m_Pointers.TryGetValue(id, out data)) m_Pointers[id] = data = new PointerEventData(eventSystem) { pointerId = id, position = at };
            data.Reset();
            data.delta = at - data.position;
            data.position = at;
            eventSystem.RaycastAll(data, m_RaycastResultCache);
            data.pointerCurrentRaycast = m_RaycastResultCache.Count > 0 ? m_RaycastResultCache[0] : new RaycastResult();
            return data;
        }

        private void Press(PointerEventData data)
        {
            var target = data.pointerCurrentRaycast.gameObject;
            data.eligibleForClick = true;
            data.dragging = false;
            data.pressPosition = data.position;
            data.pointerPressRaycast = data.pointerCurrentRaycast;
            if (ExecuteEvents.GetEventHandler<ISelectHandler>(target) != eventSystem.currentSelectedGameObject) eventSystem.SetSelectedGameObject(null, data);
            var pressed = ExecuteEvents.ExecuteHierarchy(target, data, ExecuteEvents.pointerDownHandler) ?? ExecuteEvents.GetEventHandler<IPointerClickHandler>(target);
            data.clickCount = pressed != null && pressed == data.lastPress && Time.unscaledTime - data.clickTime < 0.3f ? data.clickCount + 1 : 1;
            data.clickTime = Time.unscaledTime;
            data.pointerPress = pressed;
            data.rawPointerPress = target;
            data.pointerDrag = ExecuteEvents.GetEventHandler<IDragHandler>(target);
        }

        private void Drag(PointerEventData data)
        {
            if (data.pointerDrag == null || data.delta == Vector2.zero) return;
            if (!data.dragging) ExecuteEvents.Execute(data.pointerDrag, data, ExecuteEvents.beginDragHandler);
            data.dragging = true;
            ExecuteEvents.Execute(data.pointerDrag, data, ExecuteEvents.dragHandler);
        }

        private void Release(PointerEventData data)
        {
            var target = data.pointerCurrentRaycast.gameObject;
            ExecuteEvents.Execute(data.pointerPress, data, ExecuteEvents.pointerUpHandler);
            var clicked = ExecuteEvents.GetEventHandler<IPointerClickHandler>(target);
            if (data.eligibleForClick && data.pointerPress != null && data.pointerPress == clicked) ExecuteEvents.Execute(clicked, data, ExecuteEvents.pointerClickHandler);
            if (data.dragging) ExecuteEvents.Execute(data.pointerDrag, data, ExecuteEvents.endDragHandler);
            data.eligibleForClick = data.dragging = false;
            data.pointerPress = data.rawPointerPress = data.pointerDrag = null;
        }
    }
}
