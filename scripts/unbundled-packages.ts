/** Packages that the built server loads from `node_modules`. All others are part of the build. */
export const unbundledPackages = [
  // native code
  'sharp',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  '@myriaddreamin/typst-ts-node-compiler',
  // reads files of its own package
  '@fastify/swagger-ui',
]
