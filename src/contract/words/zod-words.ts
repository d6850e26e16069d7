import en from 'zod/v4/locales/en.js'
import * as z from 'zod/mini'

// What is wrong with a value, in English: the small form of zod has no words of its own.
z.config(en())
