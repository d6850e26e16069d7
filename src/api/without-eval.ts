import * as z from 'zod/mini'

// Disables code generation in zod: the content security policy forbids it, and browsers report even the attempt. Must
// be imported before any schema is created.
z.config({ jitless: true })
