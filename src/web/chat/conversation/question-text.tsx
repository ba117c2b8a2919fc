import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { readQuestion, showQuestion } from '../../shared/markdown/question/question.ts';

interface QuestionTextProps {
  readonly content: string;
  readonly isTitle: boolean;
  readonly isFolded: boolean;
  readonly hasBlocks: Signal<boolean>;
}

interface Shown {
  readonly question: NonNullable<ReturnType<typeof readQuestion>>;
  readonly show: typeof showQuestion;
}

/**
 * A question is the text that was typed. The part that shows its code, lists and links is loaded when it may have any.
 */
export function QuestionText({ content, isTitle, isFolded, hasBlocks }: QuestionTextProps) {
  const host = useRef<HTMLElement>(null);
  const shown = useSignal<Shown | null>(null);
  useEffect(() => {
    if (!mayHaveMarkdown.test(content)) return;
    // Without the part the question stays as it was typed.
    import('../../shared/markdown/question/question.ts').then(
      (part) => {
        const question = part.readQuestion(content);
        hasBlocks.value = question?.isInline === false;
        shown.value = question && { question, show: part.showQuestion };
      },
      () => undefined,
    );
  }, [content]);
  const { question, show } = shown.value ?? {};
  useLayoutEffect(() => {
    const node = host.current;
    return node && question && show ? show(node, question) : undefined;
  }, [question, isTitle]);
  const set = (node: HTMLElement | null) => {
    host.current = node;
  };
  const className = isFolded ? 'folded' : undefined;
  if (hasBlocks.value) return <div ref={set} class={`markdown ${className ?? ''}`} />;
  const Text = isTitle ? 'h2' : 'p';
  // Another key, because the text must not touch what the part has put there.
  return question ? (
    <Text key="shown" ref={set} class={className} />
  ) : (
    <Text key="typed" class={className}>
      {content}
    </Text>
  );
}

const mayHaveMarkdown = /`|~~~|\]\(|:\/\/|www\.|@|^ ?(?:[-*]|\d{1,3}[.)])[ \t]/m;
