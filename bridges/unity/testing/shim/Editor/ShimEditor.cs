// Part of the shim.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading;
using UnityEditor;
using UnityEditor.Compilation;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Worldwire.Shim
{
    /// <summary>
    /// The loop of an editor. A reload is a real one: each domain of scripts is an AppDomain of Mono, and only the session and the open scenes go
    /// on to the next, as text.
    /// </summary>
    public static class ShimEditor
    {
        private const string SessionFile = "session.txt";
        private const string TouchedFile = "compile.txt";
        internal static readonly Dictionary<string, string> Session = new Dictionary<string, string>();
        internal static bool WillPlay;
        internal static int ExitCode;

        /// <summary>Runs domains until one quits.</summary>
        public static int Main(string program, string[] args)
        {
            for (var number = 1; ; number++)
            {
                var domain = AppDomain.CreateDomain("scripts " + number, null, new AppDomainSetup { ApplicationBase = AppDomain.CurrentDomain.BaseDirectory });
                var outcome = domain.ExecuteAssembly(program, args.Concat(new[] { "--domain" }).ToArray());
                AppDomain.Unload(domain);
                if (outcome != Reload) return outcome;
            }
        }

        private const int Reload = 3;

        /// <summary>One domain: from its start to a reload or the end.</summary>
        public static int Domain(string firstScene)
        {
            SynchronizationContext.SetSynchronizationContext(new Posted());
            Application.Editor = true;
            ReadSession();
            WillPlay = Session.ContainsKey("play");
            Application.Playing = WillPlay;
            OpenScenes(firstScene);
            InitializeOnLoad();
            AssemblyReloadEvents.ShimAfter();
            if (WillPlay) StartGame();
            var clock = Stopwatch.StartNew();
            var last = 0.0;
            while (!Loop.Quit)
            {
                ((Posted)SynchronizationContext.Current).Run();
                if (EditorApplication.update != null) EditorApplication.update();
                if (Application.Playing) Loop.Frame((float)(clock.Elapsed.TotalSeconds - last));
                last = clock.Elapsed.TotalSeconds;
                if (WillPlay && !Application.Playing) return Leave(true);
                if (!WillPlay && Application.Playing) StopGame(firstScene);
                if (File.Exists(TouchedFile) && Compile()) return Leave(false);
                Thread.Sleep(10);
            }
            EditorApplication.ShimQuit();
            return ExitCode;
        }

        public static string PathOf(GameObject target)
        {
            var above = target.transform.parent;
            return (above == null ? "" : PathOf(above.gameObject)) + "/" + target.name;
        }

        private static int Leave(bool play)
        {
            AssemblyReloadEvents.ShimBefore();
            var scenes = Loaded().ToList();
            Session["open"] = string.Join("\t", scenes.Select(each => each.path).ToArray());
            Session["dirty"] = string.Join("\t", scenes.Where(each => each.isDirty).Select(each => each.path).ToArray());
            Session["active"] = SceneManager.GetActiveScene().path;
            if (play) Session["play"] = "yes";
            else Session.Remove("play");
            foreach (var scene in scenes) File.WriteAllLines(Kept(scene.path), ShimScenes.Lines(scene).ToArray());
            File.WriteAllLines(SessionFile, Session.Select(each => each.Key + "=" + each.Value.Replace("\n", "\\n")).ToArray());
            return Reload;
        }

        private static void ReadSession()
        {
            if (!File.Exists(SessionFile)) return;
            foreach (var line in File.ReadAllLines(SessionFile))
            {
                var at = line.IndexOf('=');
                Session[line.Substring(0, at)] = line.Substring(at + 1).Replace("\\n", "\n");
            }
        }

        private static void OpenScenes(string firstScene)
        {
            var open = Session.ContainsKey("open") ? Session["open"].Split('\t') : new[] { firstScene };
            for (var at = 0; at < open.Length; at++)
            {
                var scene = EditorSceneManager.OpenScene(open[at], at == 0 ? OpenSceneMode.Single : OpenSceneMode.Additive);
                if (File.Exists(Kept(open[at])) && Session.ContainsKey("open")) ShimScenes.Apply(scene, File.ReadAllLines(Kept(open[at])));
                if (Session.ContainsKey("dirty") && Session["dirty"].Split('\t').Contains(open[at])) EditorSceneManager.MarkSceneDirty(scene);
                if (Session.ContainsKey("active") && Session["active"] == open[at]) SceneManager.SetActiveScene(scene);
            }
        }

        private static void StartGame()
        {
            string start;
            Loop.ShimInitialize(RuntimeInitializeLoadType.SubsystemRegistration);
            Loop.ShimInitialize(RuntimeInitializeLoadType.AfterAssembliesLoaded);
            Loop.ShimInitialize(RuntimeInitializeLoadType.BeforeSceneLoad);
            if (Session.TryGetValue("start", out start) && start.Length > 0) EditorSceneManager.OpenScene(start, OpenSceneMode.Single);
            Loop.ShimInitialize(RuntimeInitializeLoadType.AfterSceneLoad);
            EditorApplication.ShimState(PlayModeStateChange.EnteredPlayMode);
        }

        /// <summary>The scenes are as they were before the game. No reload.</summary>
        private static void StopGame(string firstScene)
        {
            EditorApplication.ShimState(PlayModeStateChange.ExitingPlayMode);
            Application.Playing = false;
            OpenScenes(firstScene);
            EditorApplication.ShimState(PlayModeStateChange.EnteredEditMode);
        }

        /// <summary>A test plays the compiler: lines of "error|file|line|column|message", or an empty file for success. Whether scripts are reloaded.</summary>
        private static bool Compile()
        {
            var lines = File.ReadAllLines(TouchedFile);
            File.Delete(TouchedFile);
            var messages = lines.Select(each => each.Split('|')).Select(each => new CompilerMessage
            {
                type = each[0] == "error" ? CompilerMessageType.Error : CompilerMessageType.Warning, file = each[1], line = int.Parse(each[2]), column = int.Parse(each[3]), message = each[4],
            }).ToArray();
            CompilationPipeline.ShimFinish("Library/ScriptAssemblies/Assembly-CSharp.dll", messages);
            EditorUtility.scriptCompilationFailed = messages.Any(each => each.type == CompilerMessageType.Error);
            return !EditorUtility.scriptCompilationFailed;
        }

        private static void InitializeOnLoad()
        {
            foreach (var type in AppDomain.CurrentDomain.GetAssemblies().SelectMany(each => each.GetTypes()))
            {
                if (type.IsDefined(typeof(InitializeOnLoadAttribute), false)) System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(type.TypeHandle);
                foreach (var method in type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic))
                    if (method.IsDefined(typeof(InitializeOnLoadMethodAttribute), false)) method.Invoke(null, null);
            }
        }

        private static IEnumerable<Scene> Loaded()
        {
            for (var at = 0; at < SceneManager.sceneCount; at++) yield return SceneManager.GetSceneAt(at);
        }

        private static string Kept(string path) { return Path.GetFileName(path) + ".kept"; }

        private sealed class Posted : SynchronizationContext
        {
            private readonly Queue<Action> work = new Queue<Action>();
            public override void Post(SendOrPostCallback callback, object state) { lock (work) work.Enqueue(() => callback(state)); }
            public void Run()
            {
                while (true)
                {
                    Action next;
                    lock (work)
                    {
                        if (work.Count == 0) return;
                        next = work.Dequeue();
                    }
                    next();
                }
            }
        }
    }
}
