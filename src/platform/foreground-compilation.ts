import { setFlagsFromString } from 'node:v8'

/**
 * Imported first by processes that call `process.exit`, which waits for the threads of V8. A thread that compiles
 * baseline code may then wait for the main thread to collect garbage, and neither ends: with Node 24.21, one of twenty
 * refused starts did not end. The main thread compiles this code itself; optimized code is still compiled in the
 * background.
 */
setFlagsFromString('--no-concurrent-sparkplug')
