// Part of the shim.
using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEngine.Events
{
    public delegate void UnityAction();
    public delegate void UnityAction<T0>(T0 arg0);
    public delegate void UnityAction<T0, T1>(T0 arg0, T1 arg1);

    public enum UnityEventCallState { Off, EditorAndRuntime, RuntimeOnly }

    /// <summary>Listeners of the editor (persistent) and of code.</summary>
    [Serializable]
    public abstract class UnityEventBase
    {
        internal readonly List<Delegate> Persistent = new List<Delegate>();
        internal readonly List<Delegate> Listeners = new List<Delegate>();

        public int GetPersistentEventCount() { return Persistent.Count; }
        public Object GetPersistentTarget(int index) { return Persistent[index].Target as Object; }
        public string GetPersistentMethodName(int index) { return Persistent[index].Method.Name; }
        public void RemoveAllListeners() { Listeners.Clear(); }
        public static MethodInfo GetValidMethodInfo(object obj, string functionName, Type[] argumentTypes)
        {
            return obj.GetType().GetMethod(functionName, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, null, argumentTypes, null);
        }
        public override string ToString() { return GetType().FullName; }

        /// <summary>As if a person had set it in the inspector.</summary>
        public void AddPersistentForTests(Delegate call) { Persistent.Add(call); }

        internal void ShimInvoke(params object[] args)
        {
            var all = new List<Delegate>(Persistent);
            all.AddRange(Listeners);
            foreach (var each in all)
            {
                try { each.DynamicInvoke(each.Method.GetParameters().Length == 0 ? new object[0] : args); }
                catch (TargetInvocationException thrown) { Debug.LogException(thrown.InnerException); }
            }
        }
    }

    [Serializable]
    public class UnityEvent : UnityEventBase
    {
        public void AddListener(UnityAction call) { Listeners.Add(call); }
        public void RemoveListener(UnityAction call) { Listeners.Remove(call); }
        public void Invoke() { ShimInvoke(); }
    }

    [Serializable]
    public class UnityEvent<T0> : UnityEventBase
    {
        public void AddListener(UnityAction<T0> call) { Listeners.Add(call); }
        public void RemoveListener(UnityAction<T0> call) { Listeners.Remove(call); }
        public void Invoke(T0 arg0) { ShimInvoke(arg0); }
    }
}
