using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;
using UnityEngine.Events;

namespace Worldwire
{
    /// <summary>UnityEvents and C# events of the components of an object.</summary>
    internal static class SignalOperations
    {
        private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

        public static void Add(BridgeHost host)
        {
            host.Operations.Add("signal.list", given => List(host, given));
        }

        private static JsonObject List(BridgeHost host, Params given)
        {
            given.CheckPaging();
            var signals = new List<JsonObject>();
            foreach (var component in Components.Of(host.Ids.Find(given.Text("object"))))
            {
                foreach (var slot in Members.Of(component.GetType()))
                {
                    if (!slot.CanRead || !typeof(UnityEventBase).IsAssignableFrom(slot.Type)) continue;
                    var found = slot.Read(component) as UnityEventBase;
                    if (found != null) signals.Add(OfUnityEvent(host, component, slot.Name, found));
                }
                foreach (var each in component.GetType().GetEvents(Any)) signals.Add(OfEvent(host, component, each));
            }
            return given.Page(signals, each => each);
        }

        private static JsonObject OfUnityEvent(BridgeHost host, Component owner, string name, UnityEventBase signal)
        {
            var connections = new JsonList();
            for (var at = 0; at < signal.GetPersistentEventCount(); at++)
                Connect(host, connections, signal.GetPersistentTarget(at), signal.GetPersistentMethodName(at));
            foreach (var listener in ListenersOf(signal)) Connect(host, connections, listener.Target, listener.Method.Name);
            var args = signal.GetType().GetMethods(Any).Where(each => each.Name == "Invoke").Select(each => each.GetParameters()).FirstOrDefault() ?? new ParameterInfo[0];
            return Signal(owner, name, args, connections);
        }

        /// <summary>Listeners that code has added. Unity keeps them in private fields; a version with others shows none.</summary>
        private static IEnumerable<Delegate> ListenersOf(UnityEventBase signal)
        {
            var calls = Field(signal, "m_Calls");
            var listeners = (calls == null ? null : Field(calls, "m_RuntimeCalls") as IEnumerable) ?? new object[0];
            foreach (var listener in listeners)
            {
                var action = Field(listener, "Delegate") as Delegate;
                if (action == null) continue;
                foreach (var each in action.GetInvocationList()) yield return each;
            }
        }

        private static object Field(object target, string name)
        {
            for (var type = target.GetType(); type != null; type = type.BaseType)
            {
                var field = type.GetField(name, Any | BindingFlags.DeclaredOnly);
                if (field != null) return field.GetValue(target);
            }
            return null;
        }

        private static JsonObject OfEvent(BridgeHost host, Component owner, EventInfo each)
        {
            var connections = new JsonList();
            var action = Field(owner, each.Name) as Delegate;
            if (action != null) foreach (var listener in action.GetInvocationList()) Connect(host, connections, listener.Target, listener.Method.Name);
            var invoke = each.EventHandlerType.GetMethod("Invoke");
            return Signal(owner, each.Name, invoke == null ? new ParameterInfo[0] : invoke.GetParameters(), connections);
        }

        /// <summary>A listener that is no object of the scene is left out.</summary>
        private static void Connect(BridgeHost host, JsonList connections, object target, string method)
        {
            var component = target as Component;
            var found = component != null ? component.gameObject : target as GameObject;
            if (found != null) connections.Add(new JsonObject { { "target", host.Ids.Reference(found) }, { "method", method } });
        }

        private static JsonObject Signal(Component owner, string name, ParameterInfo[] args, JsonList connections)
        {
            return new JsonObject
            {
                { "name", owner.GetType().Name + "." + name },
                { "args", JsonList.Of(args.Select(each => new JsonObject { { "name", each.Name }, { "type", TypeNames.Of(each.ParameterType) } })) },
                { "connections", connections },
            };
        }
    }
}
