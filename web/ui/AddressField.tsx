import type { ComponentProps } from 'react'
import { toast } from '../lib/toast-store.ts'
import { copyText } from './copy-and-save.ts'

export function AddressField({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      className={`control truncate bg-sunken! text-sm! ${className}`}
    />
  )
}

/** @param hint what to do with the copied URL */
export async function copyAddress(field: HTMLInputElement | null, hint: string): Promise<boolean> {
  const isCopied = await copyText(field?.value ?? '', field)
  toast(
    isCopied
      ? { title: 'Link Copied', description: hint }
      : {
          title: 'Failed to Copy Link',
          description:
            'The link is highlighted. Press and hold it (or right-click), then choose "Copy."',
          variant: 'destructive',
        },
  )
  return isCopied
}
