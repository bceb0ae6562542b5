import type { ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldInputProps } from '../engine/fields/field.ts'
import { SendTest } from './SendTest.tsx'

/** Sends the saved template from its form. Not a form field. */
export function testInputOf(channel: 'email' | 'sms'): ComponentType<FieldInputProps> {
  return () => {
    const id: unknown = useWatch({ name: '_id' })
    return typeof id === 'string' ? <SendTest id={id} channel={channel} /> : null
  }
}
