// Part of the shim.
using System;
using System.Collections.Generic;
using Worldwire.Shim;

namespace UnityEngine.EventSystems
{
    public abstract class UIBehaviour : MonoBehaviour
    {
        protected virtual void Awake() { }
        protected virtual void OnEnable() { }
        protected virtual void Start() { }
        protected virtual void OnDisable() { }
        protected virtual void OnDestroy() { }
        public virtual bool IsActive() { return isActiveAndEnabled; }
    }

    public class EventSystem : UIBehaviour
    {
        private static readonly List<EventSystem> s_All = new List<EventSystem>();
        private GameObject m_Selected;

        public static EventSystem current
        {
            get { return s_All.Count > 0 ? s_All[0] : null; }
            set { if (s_All.Remove(value)) s_All.Insert(0, value); }
        }
        public GameObject firstSelectedGameObject { get; set; }
        public GameObject currentSelectedGameObject { get { return m_Selected; } }
        public BaseInputModule currentInputModule { get; private set; }
        public bool sendNavigationEvents { get; set; }
        public int pixelDragThreshold { get; set; }
        public bool isFocused { get { return Application.isFocused; } }
        public bool alreadySelecting { get { return false; } }

        public void SetSelectedGameObject(GameObject selected) { SetSelectedGameObject(selected, new BaseEventData(this)); }
        public void SetSelectedGameObject(GameObject selected, BaseEventData pointer)
        {
            if (selected == m_Selected) return;
            ExecuteEvents.Execute(m_Selected, pointer, ExecuteEvents.deselectHandler);
            m_Selected = selected;
            ExecuteEvents.Execute(m_Selected, pointer, ExecuteEvents.selectHandler);
        }
        public bool IsPointerOverGameObject() { return currentInputModule != null && currentInputModule.IsPointerOverGameObject(-1); }
        /// <summary>The topmost first.</summary>
        public void RaycastAll(PointerEventData eventData, List<RaycastResult> raycastResults)
        {
            raycastResults.Clear();
            foreach (var each in Object.FindObjectsOfType<BaseRaycaster>()) if (each.IsActive()) each.Raycast(eventData, raycastResults);
            var order = new List<RaycastResult>(raycastResults);
            raycastResults.Sort((a, b) =>
            {
                if (a.module != b.module)
                {
                    if (a.module.sortOrderPriority != b.module.sortOrderPriority) return b.module.sortOrderPriority.CompareTo(a.module.sortOrderPriority);
                    return a.distance.CompareTo(b.distance);
                }
                if (a.depth != b.depth) return b.depth.CompareTo(a.depth);
                if (a.distance != b.distance) return a.distance.CompareTo(b.distance);
                return order.IndexOf(a).CompareTo(order.IndexOf(b));
            });
        }

        protected override void OnEnable() { s_All.Add(this); }
        protected override void OnDisable() { s_All.Remove(this); }
        protected virtual void Update()
        {
            if (current != this) return;
            var found = Array.Find(GetComponents<BaseInputModule>(), each => each.isActiveAndEnabled);
            if (found != currentInputModule) currentInputModule = found;
            if (currentInputModule != null) currentInputModule.Process();
        }
    }

    public abstract class BaseRaycaster : UIBehaviour
    {
        public abstract void Raycast(PointerEventData eventData, List<RaycastResult> resultAppendList);
        public abstract Camera eventCamera { get; }
        public virtual int sortOrderPriority { get { return int.MinValue; } }
    }

    /// <summary>Sends pointer events to colliders. On a camera.</summary>
    public class PhysicsRaycaster : BaseRaycaster
    {
        public override Camera eventCamera { get { return GetComponent<Camera>() ?? Camera.main; } }
        public override void Raycast(PointerEventData eventData, List<RaycastResult> resultAppendList)
        {
            foreach (var hit in Physics.RaycastAll(eventCamera.ScreenPointToRay(eventData.position)))
                resultAppendList.Add(new RaycastResult { gameObject = hit.collider.gameObject, module = this, distance = hit.distance, worldPosition = hit.point, worldNormal = hit.normal, screenPosition = eventData.position });
        }
    }
}
