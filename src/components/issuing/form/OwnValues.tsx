import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#api/query.ts'
import { findRequests } from '#contract/console/request-list.ts'
import { FormText, useFormValues } from '#ui/form/FormFields.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import classes from './form.module.css'
import type { IssuingForm } from './issuing-form.ts'

/**
 * Free text for ALG, LEN, SIGALG and StoreType. No reference lists their values, so other servers may use different
 * ones.
 */
export function OwnKey() {
  const { ownAlgorithm, ownLength, ownDigest } = useFormValues<IssuingForm>()
  const seen = useSeen()
  return (
    <Own summary="Other key values" isUsed={[ownAlgorithm, ownLength, ownDigest].some(Boolean)}>
      <div className={classes.pairs}>
        <FormText name="ownAlgorithm" label="Other algorithm (ALG)" proposed={seen('algorithm')} />
        <FormText name="ownLength" label="Other length (LEN)" proposed={seen('length')} />
        <FormText name="ownDigest" label="Other signature (SIGALG)" proposed={seen('signature')} />
      </div>
    </Own>
  )
}

export function OwnStore() {
  const { ownStore } = useFormValues<IssuingForm>()
  const seen = useSeen()
  return (
    <Own summary="Other key store" isUsed={ownStore !== ''}>
      <FormText name="ownStore" label="Other key store (StoreType)" proposed={seen('storeType')} />
    </Own>
  )
}

function Own({ summary, isUsed, children }: { summary: string; isUsed: boolean; children: ReactNode }) {
  return (
    <details open={isUsed || undefined}>
      <summary>{summary}</summary>
      <Stack gap="sm" mt="sm">
        <Text size="sm">
          Used instead of the choices above, as typed. Values of requests on this server are suggested.
        </Text>
        {children}
      </Stack>
    </details>
  )
}

/** Values found in the server's existing requests, as suggestions. */
function useSeen() {
  const { data } = useQuery(query(findRequests, { offset: 0, limit: 1 }))
  return (column: 'algorithm' | 'length' | 'signature' | 'storeType') =>
    data?.options[column]?.filter((value) => value !== '0') ?? []
}
