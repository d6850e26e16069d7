// Before each file of Node tests: what is written costs little to open, but where that work is what is tested.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { writtenWork } from '#crypto/written-work.ts'
import { littleWork, realWork } from './little-work.ts'
import { ofProducts } from './server.ts'

/** Programs that tests start, and that inherit their environment, are compiled once. */
process.env.NODE_COMPILE_CACHE = ofProducts.NODE_COMPILE_CACHE

const { testPath = '' } = expect.getState()
/** Nothing may become cheap, either, where it is measured how long the process is held up. */
const isReal =
  /\/(written-work|write-key-store|password)\.test\.ts$/.test(testPath) ||
  readFileSync(testPath, 'utf8').includes('longest-stall')
Object.assign(writtenWork, isReal ? realWork : littleWork)
