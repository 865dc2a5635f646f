import fc from 'fast-check'

// a change of the code that only some random values notice would be noticed in some runs only
fc.configureGlobal({ seed: 1, endOnFailure: true })
