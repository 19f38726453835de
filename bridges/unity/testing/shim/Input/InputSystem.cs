// Part of the shim.
using System;
using System.Collections.Generic;
using UnityEngine.InputSystem.Controls;
using UnityEngine.InputSystem.LowLevel;
using UnityEngine.InputSystem.Utilities;
using Worldwire.Shim;

namespace UnityEngine.InputSystem
{
    public enum InputDeviceChange { Added, Removed }
    public enum InputActionPhase { Disabled, Waiting, Started, Performed, Canceled }
    public enum InputActionType { Value, Button, PassThrough }

    public class InputSettings : ScriptableObject
    {
        public enum BackgroundBehavior { ResetAndDisableNonBackgroundDevices, ResetAndDisableAllDevices, IgnoreFocus }
        public BackgroundBehavior backgroundBehavior { get; set; }
    }

    public static class InputSystem
    {
        private static InputSettings s_Settings;
        public static InputSettings settings { get { return s_Settings ?? (s_Settings = ScriptableObject.CreateInstance<InputSettings>()); } }

        private static readonly List<InputDevice> s_Devices = new List<InputDevice>();
        private static readonly Queue<Action> s_Events = new Queue<Action>();
        private static readonly List<InputAction> s_Actions = new List<InputAction>();

        public static event Action onBeforeUpdate;
        public static event Action onAfterUpdate;
        public static event Action<InputDevice, InputDeviceChange> onDeviceChange;

        public static ReadOnlyArray<InputDevice> devices { get { return new ReadOnlyArray<InputDevice>(s_Devices.ToArray()); } }
        public static bool runInBackground { get; set; }
        public static TDevice AddDevice<TDevice>(string name = null) where TDevice : InputDevice
        {
            var made = (TDevice)Activator.CreateInstance(typeof(TDevice));
            made.name = name ?? made.name;
            made.deviceId = s_Devices.Count + 1;
            made.added = true;
            s_Devices.Add(made);
            made.MakeCurrent();
            if (onDeviceChange != null) onDeviceChange(made, InputDeviceChange.Added);
            return made;
        }
        public static void RemoveDevice(InputDevice device)
        {
            if (!s_Devices.Remove(device)) return;
            device.added = false;
            if (Keyboard.current == device) Keyboard.current = GetDevice<Keyboard>();
            if (Mouse.current == device) Mouse.current = GetDevice<Mouse>();
            if (Gamepad.current == device) Gamepad.current = GetDevice<Gamepad>();
            if (onDeviceChange != null) onDeviceChange(device, InputDeviceChange.Removed);
        }
        public static TDevice GetDevice<TDevice>() where TDevice : InputDevice { return (TDevice)s_Devices.Find(each => each is TDevice); }
        public static void QueueStateEvent<TState>(InputDevice device, TState state, double time = -1) where TState : struct, IInputStateTypeInfo
        {
            if (!device.added) throw new InvalidOperationException("Cannot queue state event for device '" + device.name + "' because device has not been added to system");
            s_Events.Enqueue(() => { if (device.added) { device.MakeCurrent(); device.ShimTake(state); } });
        }
        public static void QueueTextEvent(InputDevice device, char character, double time = -1)
        {
            s_Events.Enqueue(() => { if (device is Keyboard) ((Keyboard)device).ShimText(character); });
        }
        public static List<InputAction> ListEnabledActions() { return s_Actions.FindAll(each => each.enabled); }
        /// <summary>Unity calls it before Update in each frame.</summary>
        public static void Update()
        {
            if (onBeforeUpdate != null) onBeforeUpdate();
            foreach (var each in s_Devices) each.ShimFrame();
            for (var left = s_Events.Count; left > 0; left--) s_Events.Dequeue()();
            foreach (var each in s_Actions.ToArray()) if (each.enabled) each.ShimFrame();
            if (onAfterUpdate != null) onAfterUpdate();
        }
        internal static void ShimAdd(InputAction action) { s_Actions.Add(action); }
        internal static IEnumerable<InputControl> ShimMatching(string path)
        {
            var slash = path.IndexOf('/');
            var layout = path.Substring(1, path.IndexOf('>') - 1);
            foreach (var device in s_Devices)
            {
                InputControl found;
                if (device.GetType().Name == layout && device.ShimControls.TryGetValue(path.Substring(slash + 1), out found)) yield return found;
            }
        }
    }

    public struct InputBinding
    {
        public string path { get; set; }
        public string action { get; set; }
        public string groups { get; set; }
        public bool isComposite { get; set; }
        public bool isPartOfComposite { get; set; }
        public string name { get; set; }
        public string effectivePath { get { return path; } }
    }

    public sealed class InputActionMap
    {
        internal readonly List<InputAction> ShimActions = new List<InputAction>();
        public InputActionMap(string name = null) { this.name = name; }
        public string name { get; private set; }
        public ReadOnlyArray<InputAction> actions { get { return new ReadOnlyArray<InputAction>(ShimActions.ToArray()); } }
        public void Enable() { foreach (var each in ShimActions) each.Enable(); }
        public void Disable() { foreach (var each in ShimActions) each.Disable(); }
    }

    public sealed class InputAction
    {
        public struct CallbackContext
        {
            public InputAction action { get; internal set; }
            public InputControl control { get; internal set; }
        }

        private readonly List<InputBinding> m_Bindings = new List<InputBinding>();
        private bool m_Now, m_Before, m_Known;
        private InputControl m_Control;

        public InputAction(string name = null, InputActionType type = InputActionType.Value, string binding = null)
        {
            this.name = name;
            if (binding != null) ShimBind(binding);
        }
        public string name { get; private set; }
        public InputActionMap actionMap { get; internal set; }
        public bool enabled { get; private set; }
        public bool triggered { get { return m_Now && !m_Before; } }
        public InputActionPhase phase { get { return !enabled ? InputActionPhase.Disabled : m_Now ? InputActionPhase.Performed : InputActionPhase.Waiting; } }
        public InputControl activeControl { get { return m_Now ? m_Control : null; } }
        public ReadOnlyArray<InputBinding> bindings { get { return new ReadOnlyArray<InputBinding>(m_Bindings.ToArray()); } }
        public event Action<CallbackContext> started;
        public event Action<CallbackContext> performed;
        public event Action<CallbackContext> canceled;
        public void Enable() { enabled = true; if (!m_Known) { m_Known = true; InputSystem.ShimAdd(this); } }
        public void Disable() { enabled = false; m_Now = false; }
        public bool IsPressed() { return m_Now; }
        public bool WasPressedThisFrame() { return triggered; }
        public InputAction ShimBind(string path) { m_Bindings.Add(new InputBinding { path = path, action = name }); return this; }

        internal void ShimFrame()
        {
            m_Before = m_Now;
            m_Now = false;
            foreach (var binding in m_Bindings)
                foreach (var control in InputSystem.ShimMatching(binding.path))
                {
                    var button = control as ButtonControl;
                    var stick = control as Vector2Control;
                    if ((button == null || !button.isPressed) && (stick == null || stick.ReadValue() == Vector2.zero)) continue;
                    m_Now = true;
                    m_Control = control;
                }
            var context = new CallbackContext { action = this, control = m_Control };
            if (m_Now && !m_Before && started != null) started(context);
            if (m_Now && !m_Before && performed != null) performed(context);
            if (!m_Now && m_Before && canceled != null) canceled(context);
        }
    }

    public class InputActionAsset : ScriptableObject
    {
        internal readonly List<InputActionMap> ShimMaps = new List<InputActionMap>();
        public ReadOnlyArray<InputActionMap> actionMaps { get { return new ReadOnlyArray<InputActionMap>(ShimMaps.ToArray()); } }
    }

    public static class InputActionSetupExtensions
    {
        public static InputActionMap AddActionMap(this InputActionAsset asset, string name)
        {
            var made = new InputActionMap(name);
            asset.ShimMaps.Add(made);
            return made;
        }
        public static InputAction AddAction(this InputActionMap map, string name, InputActionType type = InputActionType.Value, string binding = null)
        {
            var made = new InputAction(name, type, binding) { actionMap = map };
            map.ShimActions.Add(made);
            return made;
        }
    }
}
