using System;
using UnityEngine;

namespace BepInEx
{
    /// <summary>A stand-in for the two types of BepInEx that the sample uses, to compile it.</summary>
    public abstract class BaseUnityPlugin : MonoBehaviour { }

    [AttributeUsage(AttributeTargets.Class)]
    public class BepInPlugin : Attribute
    {
        public BepInPlugin(string GUID, string Name, string Version) { }
    }
}
