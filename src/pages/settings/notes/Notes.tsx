import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { useMay } from '#api/may.ts'
import { prefetch } from '#api/query.ts'
import { annotationFields } from '#components/annotations/annotation-query.ts'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { annotated, annotatedKinds } from '#contract/console/annotations/annotated-things.ts'
import { Stack } from '#ui/layout/layout.ts'
import { AnnotatedThings, annotatedList } from './AnnotatedThings.tsx'
import { Imports } from './Imports.tsx'
import { OwnFields } from './OwnFields.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => {
  void prefetchRows(annotatedList, request)
  return prefetch(annotationFields)
}

/** Annotations: search, custom fields, and imports. */
export function Component() {
  const may = useMay()
  const asked = useQuery(annotationFields)
  const fields = asked.data?.fields ?? []
  const kinds = annotatedKinds.filter((kind) => may(annotated[kind].read))
  return (
    <Stack gap="md">
      {kinds.length > 0 && <AnnotatedThings fields={fields} kinds={kinds} />}
      <OwnFields asked={asked} />
      <Imports fields={fields} />
    </Stack>
  )
}
