//! A small shop: routes of axum, pages of maud. `tests/` shows how to test what it renders.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Html;
use axum::routing::get;
use maud::{DOCTYPE, Markup, html};

/// Something to buy.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its name.
    pub name: &'static str,
    /// Whole euros.
    pub price: u32,
}

/// The items in the cart.
pub type Cart = Vec<Item>;

/// The routes: `/cart`, `/items/NUMBER`.
pub fn app(cart: Cart) -> Router {
    Router::new().route("/cart", get(cart_page)).route("/items/{number}", get(item_page)).with_state(cart)
}

async fn cart_page(State(cart): State<Cart>) -> Html<String> {
    Html(page("Cart", &cart_view(&cart)).into_string())
}

async fn item_page(State(cart): State<Cart>, Path(number): Path<usize>) -> Html<String> {
    let body = match cart.get(number) {
        Some(item) => item_view(item),
        None => html! { p role="alert" { "There is no such item." } },
    };
    Html(page("Item", &body).into_string())
}

fn page(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head { title { (title) " – Shop" } }
            body {
                nav aria-label="Main" { a href="/" { "Shop" } " " a href="/cart" aria-current="page" { "Cart" } }
                main { (body) }
            }
        }
    }
}

/// The cart as a list with its sum.
pub fn cart_view(cart: &Cart) -> Markup {
    let sum: u32 = cart.iter().map(|item| item.price).sum();
    html! {
        h1 { "Cart (" (cart.len()) ")" }
        ul aria-label="Items" {
            @for (number, item) in cart.iter().enumerate() {
                li { a href={ "/items/" (number) } { (item.name) } " " (item.price) " € " button { "Remove" } }
            }
        }
        button disabled[cart.is_empty()] { "Pay " (sum) " €" }
    }
}

/// One item with a form to order more of it.
pub fn item_view(item: &Item) -> Markup {
    html! {
        h1 { (item.name) }
        form aria-label="Order" {
            label { "Pieces " input type="number" name="pieces" value="1" min="1"; }
            label { input type="checkbox" name="gift"; " It is a gift" }
            button { "Add to cart" }
        }
    }
}
