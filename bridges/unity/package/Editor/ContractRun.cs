using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using Debug = UnityEngine.Debug;

namespace Worldwire.Editor
{
    /// <summary>
    /// Runs the contract of editors in this Unity, with the runner of a clone of Worldwire (Node.js), and leaves a file with the results to send
    /// to us. From the menu, or
    /// `Unity -batchmode -projectPath P -executeMethod Worldwire.Editor.ContractRun.Run --worldwire-clone=C --worldwire-port=6499`.
    /// It uses two scenes of its own in Assets/WorldwireContract.
    /// </summary>
    public static class ContractRun
    {
        private const string Menu = "Tools/Worldwire/Run the contract suite";
        private const string CloneKey = "Worldwire.Clone";
        private const string RunningKey = "Worldwire.ContractRun";
        private const string Folder = "Assets/WorldwireContract";
        private static Process runner;

        [MenuItem(Menu)]
        private static void RunFromMenu()
        {
            var clone = EditorUtility.OpenFolderPanel("The folder of a clone of Worldwire", EditorPrefs.GetString(CloneKey, ""), "");
            if (string.IsNullOrEmpty(clone)) return;
            EditorPrefs.SetString(CloneKey, clone);
            Start(clone);
        }

        /// <summary>For -executeMethod. The editor exits with the code of the runner.</summary>
        public static void Run()
        {
            var mark = "--worldwire-clone=";
            var clone = Environment.GetCommandLineArgs().Where(each => each.StartsWith(mark, StringComparison.Ordinal)).Select(each => each.Substring(mark.Length)).FirstOrDefault();
            if (clone == null) throw new ArgumentException("name the folder of a clone of Worldwire: " + mark + "FOLDER");
            Start(clone);
        }

        private static void Start(string clone)
        {
            MakeScene("Arena");
            MakeScene("Menu");
            var results = Path.GetFullPath(Path.Combine(Application.dataPath, "../WorldwireContract"));
            Directory.CreateDirectory(results);
            var node = Application.platform == RuntimePlatform.WindowsEditor ? "npx.cmd" : "npx";
            var start = new ProcessStartInfo(node, "vitest run --config vitest.engines.config.ts bridges/unity/testing/real-editor.test.ts")
            {
                WorkingDirectory = clone, UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true,
            };
            start.EnvironmentVariables["WORLDWIRE_UNITY_EDITOR_PORT"] = Settings.Read().Port.ToString(System.Globalization.CultureInfo.InvariantCulture);
            start.EnvironmentVariables["WORLDWIRE_CONTRACT_RESULTS"] = results;
            runner = new Process { StartInfo = start };
            runner.OutputDataReceived += (sender, line) => Write(results, line.Data);
            runner.ErrorDataReceived += (sender, line) => Write(results, line.Data);
            File.Delete(Path.Combine(results, "log.txt"));
            runner.Start();
            runner.BeginOutputReadLine();
            runner.BeginErrorReadLine();
            SessionState.SetInt(RunningKey, runner.Id);
            SessionState.SetString(RunningKey, results);
            Debug.Log("worldwire: the contract runs; its results will be in " + results);
        }

        /// <summary>The runner lives on over reloads of the scripts.</summary>
        [InitializeOnLoadMethod]
        private static void Watch()
        {
            EditorApplication.update += () =>
            {
                var id = SessionState.GetInt(RunningKey, 0);
                if (id == 0 || IsRunning(id)) return;
                SessionState.EraseInt(RunningKey);
                var results = SessionState.GetString(RunningKey, "");
                var passed = Directory.GetFiles(results, "*.json").Length > 0;
                Debug.Log("worldwire: the contract has run. " + (passed ? "Send us the files of " : "There is no result; read log.txt in ") + results);
                if (Application.isBatchMode) EditorApplication.Exit(passed ? 0 : 1);
            };
        }

        private static bool IsRunning(int id)
        {
            try
            {
                return !Process.GetProcessById(id).HasExited;
            }
            catch (ArgumentException)
            {
                return false;
            }
        }

        private static void Write(string results, string line)
        {
            if (line != null) File.AppendAllText(Path.Combine(results, "log.txt"), line + "\n");
        }

        /// <summary>/NAME/Crate with a light whose intensity the contract changes.</summary>
        private static void MakeScene(string name)
        {
            var path = Folder + "/" + name + ".unity";
            if (File.Exists(path)) return;
            Directory.CreateDirectory(Folder);
            var scene = EditorSceneManager.NewScene(NewSceneSetup.DefaultGameObjects, NewSceneMode.Single);
            var crate = new GameObject("Crate").AddComponent<Light>();
            crate.transform.SetParent(new GameObject(name).transform, false);
            EditorSceneManager.SaveScene(scene, path);
            AssetDatabase.Refresh();
        }
    }
}
