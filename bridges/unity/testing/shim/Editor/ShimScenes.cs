// Part of the shim.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Worldwire.Shim
{
    /// <summary>Files of scenes: the members of all components that are numbers, texts and flags, by path. Of objects that the code of the scene makes.</summary>
    internal static class ShimScenes
    {
        public static string[] Saved(string path)
        {
            var file = FileOf(path);
            return File.Exists(file) ? File.ReadAllLines(file) : new string[0];
        }

        public static void Save(Scene scene)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(FileOf(scene.path)));
            File.WriteAllLines(FileOf(scene.path), Lines(scene).ToArray());
        }

        public static IEnumerable<string> Lines(Scene scene)
        {
            foreach (var target in scene.GetRootGameObjects().SelectMany(GameObject.Below))
            {
                yield return string.Join("\t", new[] { ShimEditor.PathOf(target), "active", target.activeSelf.ToString() });
                foreach (var component in target.GetComponents<MonoBehaviour>())
                    foreach (var field in ShimMembers.Fields(component.GetType()).Where(each => IsSimple(each.FieldType) && each.DeclaringType != typeof(MonoBehaviour)))
                        yield return string.Join("\t", new[]
                        {
                            ShimEditor.PathOf(target), component.GetType().FullName + "." + field.Name, Convert.ToString(field.GetValue(component), CultureInfo.InvariantCulture),
                        });
            }
        }

        public static void Apply(Scene scene, string[] lines)
        {
            var all = scene.GetRootGameObjects().SelectMany(GameObject.Below).ToList();
            foreach (var line in lines)
            {
                var parts = line.Split('\t');
                var target = all.FirstOrDefault(each => ShimEditor.PathOf(each) == parts[0]);
                if (target == null) continue;
                if (parts[1] == "active") { target.SetActive(bool.Parse(parts[2])); continue; }
                foreach (var component in target.GetComponents<MonoBehaviour>())
                    foreach (var field in ShimMembers.Fields(component.GetType()))
                        if (component.GetType().FullName + "." + field.Name == parts[1])
                            field.SetValue(component, Convert.ChangeType(parts[2], field.FieldType, CultureInfo.InvariantCulture));
            }
        }

        private static bool IsSimple(Type type) { return type == typeof(int) || type == typeof(float) || type == typeof(bool) || type == typeof(string) || type == typeof(long); }

        private static string FileOf(string path) { return Path.Combine(Environment.CurrentDirectory, path + ".saved"); }
    }
}
