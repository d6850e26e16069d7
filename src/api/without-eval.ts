import * as z from 'zod/mini'

// The content security policy forbids compiling text to code, and the attempt alone is reported. To be imported before
// any schema is made.
z.config({ jitless: true })
