import en from 'zod/v4/locales/en.js'
import * as z from 'zod/mini'

// English validation messages; zod/mini includes none.
z.config(en())
