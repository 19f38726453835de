using System.Collections.Generic;
using UnityEngine;
using UnityEngine.EventSystems;

namespace Worldwire
{
    /// <summary>
    /// Input for uGUI. The input module of the scene reads the mouse and touches from a BaseInput in place of the real one (`inputOverride`), so
    /// that controls get the events that a player causes. A module of the Input System reads its devices instead.
    /// </summary>
    internal sealed class UGuiInput : IUserInterface
    {
        private readonly List<RaycastResult> results = new List<RaycastResult>();
        private BridgeInput input;

#if UNITY_EDITOR
        [UnityEditor.InitializeOnLoadMethod]
#endif
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        internal static void Register()
        {
            InputPorts.Interface = new UGuiInput();
        }

        public GameObject Focused
        {
            get { return EventSystem.current == null ? null : EventSystem.current.currentSelectedGameObject; }
        }

        public string Begin()
        {
            var system = EventSystem.current;
            if (system == null) return "the scene has no EventSystem, so that no control receives input";
            var module = system.GetComponent<BaseInputModule>();
            if (module == null) return "the EventSystem has no input module, so that no control receives input";
            // A desktop player whose window has no focus ignores the pointer otherwise.
            if (!system.isFocused) system.SendMessage("OnApplicationFocus", true, SendMessageOptions.DontRequireReceiver);
            if (input != null && input.gameObject == system.gameObject && module.inputOverride == input) return null;
            input = system.gameObject.AddComponent<BridgeInput>();
            input.hideFlags = HideFlags.HideAndDontSave;
            input.Before = module.inputOverride;
            input.Module = module;
            module.inputOverride = input;
            return null;
        }

        public GameObject TargetAt(Vector2 place)
        {
            var system = EventSystem.current;
            if (system == null) return null;
            system.RaycastAll(new PointerEventData(system) { position = place }, results);
            if (results.Count == 0) return null;
            var top = results[0].gameObject;
            return ExecuteEvents.GetEventHandler<IPointerClickHandler>(top) ?? ExecuteEvents.GetEventHandler<IPointerDownHandler>(top) ?? top;
        }

        public bool Type(string text)
        {
            return TextFields.Type(Focused, text);
        }

        public bool Edit(KeyEntry key, bool shift)
        {
            return TextFields.Edit(Focused, key, shift);
        }

        public void End()
        {
            if (input == null) return;
            if (input.Module != null && input.Module.inputOverride == input) input.Module.inputOverride = input.Before;
            Object.Destroy(input);
            input = null;
        }
    }
}
