using System;
using System.Globalization;

namespace Worldwire
{
    /// <summary>Where the server is: arguments of the program first, then the environment, then the defaults.</summary>
    internal sealed class Settings
    {
        private const string DefaultHost = "127.0.0.1";
        private const int DefaultPort = 6400;
        private const int MaxPort = 65535;

        public readonly string Host;
        public readonly int Port;
        public readonly string Token;
        /// <summary>Whether a person or the server has named a port, so that also a release build links.</summary>
        public readonly bool Named;

        private Settings(string host, int port, string token, bool named)
        {
            Host = host;
            Port = port;
            Token = token;
            Named = named;
        }

        public static Settings Read()
        {
            var port = Read("port");
            int number;
            var valid = int.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number > 0 && number <= MaxPort;
            if (port != null && !valid)
                UnityEngine.Debug.LogWarning("worldwire: the port \"" + port + "\" is not a number from 1 to " + MaxPort + "; " + DefaultPort + " is used");
            return new Settings(Read("host") ?? DefaultHost, valid ? number : DefaultPort, Read("token"), port != null);
        }

        private static string Read(string name)
        {
            var mark = "--worldwire-" + name + "=";
            foreach (var argument in Environment.GetCommandLineArgs())
                if (argument.StartsWith(mark, StringComparison.Ordinal)) return argument.Substring(mark.Length);
            var value = Environment.GetEnvironmentVariable("WORLDWIRE_" + name.ToUpperInvariant());
            return string.IsNullOrEmpty(value) ? null : value;
        }
    }
}
