/** Whether this is the nightly run, in which some tests try more: more random cases, larger files, each step. */
export const isNightly = process.env.BOTOLA_NIGHTLY === '1'
