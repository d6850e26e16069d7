/** What the pages of a certificate, of a request and their wizards have in common: loaded behind the lists of both. */
import './read/read-certificate.ts'
import '#ui/wizard/Wizard.tsx'
