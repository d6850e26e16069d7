/** Code shared by the pages and wizards of certificates and requests. Preloaded after their lists. */
import './read/read-certificate.ts'
import '#ui/wizard/Wizard.tsx'
