// Part of the shim.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Reflection;
using System.Threading;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Worldwire.Shim
{
    /// <summary>The frames of a player: physics steps, Update, LateUpdate, destruction, loads.</summary>
    public static class Loop
    {
        private const float MaxDelta = 1f / 3;
        internal static readonly List<UnityEngine.Object> Doomed = new List<UnityEngine.Object>();
        internal static readonly Queue<Action> Loads = new Queue<Action>();
        private static readonly List<KeyValuePair<float, Action>> later = new List<KeyValuePair<float, Action>>();
        private static readonly Dictionary<string, MethodInfo> methods = new Dictionary<string, MethodInfo>();
        private static float sinceFixed;
        /// <summary>Called at the begin of every frame, before the scripts.</summary>
        public static event Action FrameBegins;
        public static volatile bool Quit;

        /// <summary>Loads the first scene and runs frames until Quit, at most 60 in a second.</summary>
        public static void Run()
        {
            ShimInitialize(RuntimeInitializeLoadType.SubsystemRegistration);
            ShimInitialize(RuntimeInitializeLoadType.AfterAssembliesLoaded);
            ShimInitialize(RuntimeInitializeLoadType.BeforeSceneLoad);
            SceneManager.LoadNow(0, LoadSceneMode.Single);
            ShimInitialize(RuntimeInitializeLoadType.AfterSceneLoad);
            var clock = Stopwatch.StartNew();
            var last = clock.Elapsed.TotalSeconds;
            while (!Quit)
            {
                var now = clock.Elapsed.TotalSeconds;
                Frame((float)(now - last));
                last = now;
                var rest = 1.0 / 60 - (clock.Elapsed.TotalSeconds - now);
                if (rest > 0) Thread.Sleep(TimeSpan.FromSeconds(rest));
            }
            Application.End();
        }

        public static void Frame(float real)
        {
            Time.Begin(Math.Min(Time.captureDeltaTime > 0 ? Time.captureDeltaTime : real, MaxDelta), real);
            while (Loads.Count > 0) Loads.Dequeue()();
            if (FrameBegins != null) FrameBegins();
            UnityEngine.InputSystem.InputSystem.Update();
            StartScripts();
            sinceFixed += Time.deltaTime;
            while (sinceFixed >= Time.fixedDeltaTime - 1e-6f)
            {
                sinceFixed -= Time.fixedDeltaTime;
                SendAll("FixedUpdate");
                if (Physics.autoSimulation) Physics.Step(Time.fixedDeltaTime);
            }
            foreach (var each in later.Where(each => each.Key <= Time.time).ToList())
            {
                later.Remove(each);
                each.Value();
            }
            SendAll("Update");
            ContinueAll(atNext);
            SendAll("LateUpdate");
            ContinueAll(atEnd);
            EndDoomed();
            ShimDevices.EndFrame();
        }

        private static readonly List<System.Collections.IEnumerator> atEnd = new List<System.Collections.IEnumerator>();
        private static readonly List<System.Collections.IEnumerator> atNext = new List<System.Collections.IEnumerator>();

        /// <summary>Runs a coroutine until it waits for the end of this frame, or for the next one.</summary>
        internal static void Continue(System.Collections.IEnumerator routine)
        {
            if (routine.MoveNext()) (routine.Current is WaitForEndOfFrame ? atEnd : atNext).Add(routine);
        }

        private static void ContinueAll(List<System.Collections.IEnumerator> waiting)
        {
            var now = waiting.ToList();
            waiting.Clear();
            foreach (var each in now) Continue(each);
        }

        internal static void Later(float time, Action action) { later.Add(new KeyValuePair<float, Action>(time, action)); }

        private static void EndDoomed()
        {
            foreach (var each in Doomed.ToList()) if (each != null) each.End();
            Doomed.Clear();
        }

        private static void StartScripts()
        {
            foreach (var script in Scripts())
            {
                if (script.started) continue;
                script.started = true;
                Send(script, "Start");
            }
        }

        private static List<MonoBehaviour> Scripts()
        {
            return UnityEngine.Object.FindObjectsOfType<MonoBehaviour>().Where(each => each.enabled).OrderBy(Order).ToList();
        }

        private static int Order(MonoBehaviour script)
        {
            var order = script.GetType().GetCustomAttributes(typeof(DefaultExecutionOrder), true);
            return order.Length == 0 ? 0 : ((DefaultExecutionOrder)order[0]).order;
        }

        private static void SendAll(string message)
        {
            foreach (var script in Scripts()) if (script.isActiveAndEnabled) Send(script, message);
        }

        internal static void Send(Component target, string message, params object[] arguments)
        {
            if (!(target is MonoBehaviour)) return;
            var method = MethodOf(target.GetType(), message);
            if (method == null) return;
            try
            {
                method.Invoke(target, method.GetParameters().Length == 0 ? null : arguments);
            }
            catch (TargetInvocationException thrown)
            {
                UnityEngine.Debug.LogException(thrown.InnerException, target);
            }
        }

        private static MethodInfo MethodOf(Type type, string message)
        {
            MethodInfo found;
            var key = type.FullName + "." + message;
            if (methods.TryGetValue(key, out found)) return found;
            const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            for (var at = type; at != null && found == null; at = at.BaseType) found = at.GetMethod(message, Own);
            return methods[key] = found;
        }

        internal static void ShimInitialize(RuntimeInitializeLoadType when)
        {
            foreach (var type in AppDomain.CurrentDomain.GetAssemblies().SelectMany(each => each.GetTypes()))
            {
                foreach (var method in type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic))
                {
                    var marks = method.GetCustomAttributes(typeof(RuntimeInitializeOnLoadMethodAttribute), false);
                    if (marks.Length > 0 && ((RuntimeInitializeOnLoadMethodAttribute)marks[0]).loadType == when) method.Invoke(null, null);
                }
            }
        }
    }
}
