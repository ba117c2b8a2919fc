type Rgb = readonly [number, number, number];

export const readableRatio = 4.5;

/** WCAG 2's contrast of two CSS colours, as the browser draws them; 1 to 21. */
export function contrastOf(left: string, right: string): number {
  const [darker = 0, lighter = 0] = [luminance(pixelOf(left)), luminance(pixelOf(right))].sort(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

export function formatRatio(ratio: number): string {
  // Rounded down, so that a contrast shown as 4.5 is at least that.
  return `${(Math.floor(ratio * 10) / 10).toLocaleString()}:1`;
}

/** A canvas turns a colour in any notation into bytes. */
function pixelOf(color: string): Rgb {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return [0, 0, 0];
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
