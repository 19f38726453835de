/** Videos from pictures, by the program ffmpeg, at the subpath `video` of the package. */
export { findCodec, type VideoCodec, type VideoProgram } from './codecs.js';
export { VideoFile, type VideoFileOptions } from './video-file.js';
