/** Videos from pictures, by the program ffmpeg, at the subpath `video` of the package. */
export { findCodec, type VideoCodec } from './codecs.js';
export { VideoFile, type VideoFileOptions } from './video-file.js';
