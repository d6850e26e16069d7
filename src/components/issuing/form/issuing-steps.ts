import type { ComponentType } from 'react'
import type { Step } from '#ui/wizard/wizard.ts'
import { AudienceFields } from './AudienceFields.tsx'
import type { IssuingForm } from './issuing-form.ts'
import { IssuedKeyFields } from './IssuedKeyFields.tsx'
import { NamesField } from './NamesField.tsx'
import { steps } from './review.ts'
import { SubjectFields } from './SubjectFields.tsx'

export const audienceStep: Step<IssuingForm> = {
  id: steps.who,
  label: 'Issuer',
  fields: ['audience', 'legacy'],
  Body: AudienceFields,
}

/** Steps shared by the wizards for requests and certificates. */
export const sharedSteps = (Store: ComponentType): readonly Step<IssuingForm>[] => [
  {
    id: steps.subject,
    label: 'Subject',
    fields: ['commonName', 'organization', 'unit', 'locality', 'state', 'country'],
    Body: SubjectFields,
  },
  { id: steps.names, label: 'Names', fields: ['altNames'], Body: NamesField },
  {
    id: steps.key,
    label: 'Key',
    fields: ['algorithm', 'rsaBits', 'curve', 'digest', 'ownAlgorithm', 'ownLength', 'ownDigest'],
    Body: IssuedKeyFields,
  },
  {
    id: steps.store,
    label: 'Validity and key store',
    fields: ['validity', 'validityType', 'storeType', 'ownStore', 'password', 'passwordAgain'],
    Body: Store,
  },
]
