export function download(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content over once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
