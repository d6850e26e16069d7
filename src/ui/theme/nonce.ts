import { setNonce } from 'get-nonce'

/** The nonce of this document: the content security policy lets styles in by it. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Mantine takes it as a property, the scroll lock of its dialogs takes it from here.
if (nonce) setNonce(nonce)
